import SensorModels
import Testing
import Vocabulary

@testable import ProjectionCore

@Suite("Lists of places")
struct PlacesFileTests {
    func places(_ text: String) throws -> [PointOfInterest] {
        try PlacesFile.read(bytes: Array(text.utf8), name: "places")
    }

    func message(_ text: String) -> String {
        do { _ = try places(text) } catch let error as SensorLabError { return error.description } catch {}
        return "no error"
    }

    @Test("CSV: columns in any order, quotes, blanks, comments, semicolons, a byte order mark")
    func csv() throws {
        let list = try places(
            "\u{FEFF}name, lon ,lat,alt,category,id\n# a comment\n\"Tower, \"\"old\"\"\",2.1,41.4,175,tower,t1\r\n\nHill,2.2,41.5,,,h\n"
        )
        #expect(list.map(\.id) == ["t1", "h"])
        #expect(list[0].name == "Tower, \"old\"")
        #expect(
            list[0].position.latitude == 41.4 && list[0].position.longitude == 2.1 && list[0].position.height == 175)
        #expect(list[0].category == "tower")
        #expect(list[0].hasHeight && !list[1].hasHeight && list[1].category == "")
        #expect(try places("lat;lon\n41;2\n").count == 1)
        let ranked = try places("lat,lon,category,priority\n41,2,food | open now,2.5\n42,3,,\n")
        #expect(ranked.map(\.priority) == [2.5, 0])
        #expect(ranked.map(\.categories) == [["food", "open now"], [""]])
        #expect(message("lat,lon,priority\n41,2,high\n").contains("line 2"))
        let tagged = try places(
            "lat,lon,category,tags,floor\n41,2,food,pizzeria; food ;open now,\n42,3,,\"a;b\",12.5\n")
        #expect(tagged.map(\.categories) == [["food", "pizzeria", "open now"], ["a", "b"]])
        #expect(tagged.map(\.floor) == [nil, 12.5])
        #expect(message("lat,lon,floor\n41,2,low\n").contains("line 2"))
        // Without an id the line number.
        #expect(try places("lat,lon\n41,2\n42,3\n").map(\.id) == ["2", "3"])
    }

    @Test("GeoJSON: points with two or three coordinates, ids that are numbers")
    func geoJSON() throws {
        let list = try places(
            """
            {"type":"FeatureCollection","features":[
             {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[2.1,41.4,175]},
              "properties":{"name":"Tower","category":"tower"}},
             {"type":"Feature","geometry":{"type":"Point","coordinates":[2.2,41.5]},
              "properties":{"id":"h","alt":12}},
             {"type":"Feature","geometry":{"type":"Point","coordinates":[2.3,41.6]},"properties":null}]}
            """)
        #expect(list.map(\.id) == ["7", "h", "3"])
        #expect(list.map(\.name) == ["Tower", "h", "3"])
        #expect(list[0].position.longitude == 2.1 && list[0].position.height == 175)
        #expect(list[1].position.height == 12)
    }

    @Test("empty lists are lists")
    func empty() throws {
        #expect(try places("") == [])
        #expect(try places("id,lat,lon\n") == [])
        #expect(try places(#"{"type":"FeatureCollection","features":[]}"#) == [])
    }

    @Test("bad rows are named by their line")
    func badRows() {
        #expect(message("lat,lon\n91,2\n").contains("line 2: latitude 91"))
        #expect(message("lat,lon\n\n41,2\nnan,2\n").contains("line 4: latitude nan"))
        #expect(message("lat,lon\n41,400\n").contains("longitude 400"))
        #expect(message("lat,lon,alt\n41,2,nan\n").contains("altitude nan"))
        #expect(message("lat,lon,alt\n41,2,high\n").contains("altitude \"high\" is not a number"))
        #expect(message("lat,lon\n41\n").contains("1 cells, expected 2"))
        #expect(message("lat,lon\n,2\n").contains("latitude \"\" is not a number"))
        #expect(
            message("id,lat,lon\na,41,2\na,42,3\n").contains("line 3: the id a occurs twice, first at places, line 2"))
        #expect(message("x,y\n1,2\n").contains("expected a header with lat and lon"))
        #expect(message("lat,lon\n\"41,2\n").contains("quotation mark"))
    }

    @Test("bad features are named by their number")
    func badFeatures() {
        func feature(_ geometry: String) -> String {
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":"# + geometry + "}]}"
        }
        #expect(message("{}").contains("FeatureCollection"))
        #expect(
            message(feature(#"{"type":"LineString","coordinates":[]}"#)).contains(
                "feature 1: expected the geometry Point"))
        #expect(message(feature(#"{"type":"Point","coordinates":[1]}"#)).contains("expected the coordinates"))
        #expect(message(feature(#"{"type":"Point","coordinates":[1,95]}"#)).contains("latitude 95"))
        #expect(message(feature(#"{"type":"Point","coordinates":[1,2,null]}"#)).contains("altitude is not a number"))
        #expect(message("{\"type\":").contains("line 1"))
    }

    @Test("a file that is not there")
    func missing() {
        #expect(throws: SensorLabError.self) { try PlacesFile.read(path: "/nonexistent/places.csv") }
    }
}
