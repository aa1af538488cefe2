/// What happens where a date or height lies outside a model's validity.
public enum OutsideValidity: Sendable {
    /// The field is given, and its flags say so.
    case flagged
    /// `outsideValidity` is thrown.
    case refused
}
