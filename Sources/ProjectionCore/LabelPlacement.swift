import Vocabulary

/// The size of labels and how they are kept apart.
public struct LabelRule: Sendable, Hashable {
    /// Pixels of a label at the scale 1, > 0.
    public var width: Double
    /// Pixels of a label at the scale 1, > 0.
    public var height: Double
    /// Pixels between the place's point and its label, >= 0.
    public var gap = 6.0
    /// Whether a label stays at the side of its point where it was in the frame before, as long as that is free.
    public var isSteady = true

    /// Labels of a size in pixels.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

/// One place's label in one frame.
public struct PlacedLabel: Sendable, Hashable {
    /// What became of a label.
    public enum Outcome: UInt8, Sendable {
        /// The place is not on the screen: it has no label.
        case none
        /// At the preferred side, the upper right.
        case preferred
        /// At another side, since the preferred one is taken or off the screen.
        case moved
        /// Left out: every side is taken or off the screen.
        case hidden
    }

    /// What became of it.
    public var outcome = Outcome.none
    /// The side of the point, 0...7 in the order of preference; of the last frame in which it had one.
    public internal(set) var side: UInt8 = 0
    /// The upper left corner, pixels from the left edge; NaN where it is not drawn.
    public internal(set) var x = Double.nan
    /// Pixels from the top edge; NaN where it is not drawn.
    public internal(set) var y = Double.nan
    /// Pixels; 0 where it is not drawn.
    public internal(set) var width = 0.0
    /// Pixels; 0 where it is not drawn.
    public internal(set) var height = 0.0

    /// Whether it is drawn.
    @inlinable public var isDrawn: Bool { outcome == .preferred || outcome == .moved }
}

/// Labels that do not overlap: the greedy placement of point-feature labels in the survey of J. Christensen, J. Marks
/// and S. Shieber (An Empirical Study of Algorithms for Point-Feature Label Placement, ACM Transactions on Graphics
/// 14(3), 1995, 203-232), with the eight sides of a point after P. Yoeli (The Logic of Automated Map Lettering, The
/// Cartographic Journal 9(2), 1972, 99-108), and labels left out where no side is free.
///
/// One label after the other, higher priorities first, then the nearer place, takes the first side in the order of
/// preference at which it is on the screen and covers no label that was placed before. Nothing is taken back, so the
/// number of labels is not the largest that is possible (that is NP-hard), and a label is never hidden by one that is
/// less important. A grid of cells that are not smaller than a label keeps the cost linear in the number of labels. No
/// allocation once the storage has grown.
public struct LabelPlacement: Sendable {
    /// The size of labels, and how they are placed.
    public let rule: LabelRule
    /// One per place.
    public private(set) var labels: [PlacedLabel] = []

    private var screen = (width: 0.0, height: 0.0)
    private var cell = (width: 1.0, height: 1.0)
    private var columns = 1
    private var rows = 1
    /// The first entry of every cell, -1 for none.
    private var heads: [Int32] = []
    /// Place and next entry of the same cell.
    private var entries: [(place: Int32, next: Int32)] = []

    /// The sides of a point: the label's offset in labels and gaps from its point, preferred first.
    static let sides: [(x: Double, y: Double, gapX: Double, gapY: Double)] = [
        (0, -1, 1, -1), (-1, -1, -1, -1), (-1, 0, -1, 1), (0, 0, 1, 1),
        (0, -0.5, 1, 0), (-0.5, -1, 0, -1), (-1, -0.5, -1, 0), (-0.5, 0, 0, 1),
    ]

    /// Nothing placed yet.
    public init(rule: LabelRule) { self.rule = rule }

    /// Places the labels of one frame of a projector that has `ProjectionOptions.labels`.
    public mutating func place(_ positions: [ScreenPosition], of projector: Projector) {
        begin(count: projector.places.count, width: projector.screenWidth, height: projector.screenHeight)
        for index in projector.order where index < positions.count && positions[index].isVisible {
            add(index, x: positions[index].x, y: positions[index].y, scale: projector.labelScale(of: index))
        }
    }

    /// Begins a frame: no label is drawn.
    mutating func begin(count: Int, width: Double, height: Double) {
        if labels.count != count { labels = [PlacedLabel](repeating: PlacedLabel(), count: count) }
        for index in labels.indices { labels[index].leave(.none) }
        screen = (width, height)
        // At most 64 cells on a side, however small labels are.
        cell = (max(rule.width, width / 64), max(rule.height, height / 64))
        columns = Int(clamping: width / cell.width) + 1
        rows = Int(clamping: height / cell.height) + 1
        if heads.count != columns * rows {
            heads = [Int32](repeating: -1, count: columns * rows)
        } else {
            for index in heads.indices { heads[index] = -1 }
        }
        entries.removeAll(keepingCapacity: true)
    }

    /// Places the label of a point, against those of this frame before it.
    mutating func add(_ index: Int, x: Double, y: Double, scale: Double) {
        let (width, height) = (rule.width * scale, rule.height * scale)
        let before = Int(labels[index].side)
        // A label whose scale is 0 has no area, and nothing to show.
        guard width > 0, height > 0 else {
            labels[index].leave(.hidden)
            return
        }
        for attempt in (rule.isSteady ? -1 : 0)..<Self.sides.count {
            let number = attempt < 0 ? before : attempt
            let side = Self.sides[number]
            let left = x + side.x * width + side.gapX * rule.gap
            let top = y + side.y * height + side.gapY * rule.gap
            guard isFree(left, top, width, height) else { continue }
            labels[index].outcome = number == 0 ? .preferred : .moved
            labels[index].side = UInt8(number)
            (labels[index].x, labels[index].y) = (left, top)
            (labels[index].width, labels[index].height) = (width, height)
            enter(index, left, top, width, height)
            return
        }
        labels[index].leave(.hidden)
    }

    private func isFree(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> Bool {
        guard left >= 0, top >= 0, left + width <= screen.width, top + height <= screen.height else { return false }
        for row in row(top)...row(top + height) {
            for column in column(left)...column(left + width) {
                var entry = heads[row * columns + column]
                while entry >= 0 {
                    let other = labels[Int(entries[Int(entry)].place)]
                    if left < other.x + other.width && other.x < left + width && top < other.y + other.height
                        && other.y < top + height
                    {
                        return false
                    }
                    entry = entries[Int(entry)].next
                }
            }
        }
        return true
    }

    private mutating func enter(_ index: Int, _ left: Double, _ top: Double, _ width: Double, _ height: Double) {
        for row in row(top)...row(top + height) {
            for column in column(left)...column(left + width) {
                let head = row * columns + column
                entries.append((Int32(truncatingIfNeeded: index), heads[head]))
                heads[head] = Int32(truncatingIfNeeded: entries.count - 1)
            }
        }
    }

    private func column(_ x: Double) -> Int { min(columns - 1, Int(clamping: x / cell.width)) }
    private func row(_ y: Double) -> Int { min(rows - 1, Int(clamping: y / cell.height)) }
}

extension PlacedLabel {
    fileprivate mutating func leave(_ outcome: Outcome) {
        self.outcome = outcome
        (x, y, width, height) = (.nan, .nan, 0, 0)
    }
}

/// What the placement of labels did over many frames.
public struct LabelCount: Sendable, Hashable {
    /// Labels of places on the screen, summed over the frames.
    public private(set) var labels = 0
    /// Those that were not at the preferred side.
    public private(set) var moved = 0
    /// Those that were left out.
    public private(set) var hidden = 0

    /// None yet.
    public init() {}

    /// Adds a frame.
    public mutating func add(_ frame: [PlacedLabel]) {
        for label in frame where label.outcome != .none {
            labels += 1
            if label.outcome == .moved { moved += 1 }
            if label.outcome == .hidden { hidden += 1 }
        }
    }

    /// The share of the labels that were left out, [0, 1]; NaN without a label.
    public var hiddenShare: Double { Double(hidden) / Double(labels) }
    /// The share of the labels at another than the preferred side, [0, 1]; NaN without a label.
    public var movedShare: Double { Double(moved) / Double(labels) }
}
