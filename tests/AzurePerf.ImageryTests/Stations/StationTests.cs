using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Products;
using AzurePerf.Imagery.Stations;
using Xunit;

namespace AzurePerf.ImageryTests.Stations;

public sealed class StationTests
{
    private const string Names = "name,latitude,longitude,time,value\n";
    private static readonly DateTimeOffset Noon = new(2010, 6, 1, 12, 0, 0, TimeSpan.Zero);
    private static readonly Grid Map = Grid.Geographic(0, 0, 5, 4, 1);

    [Fact]
    public void Readings_are_read_whatever_the_order_of_columns()
    {
        var (readings, faults) = StationFile.Read(new StringReader(
            "\uFEFFTime,Value,remark,Name,Latitude,Longitude\r\n2010-06-01T12:00:00Z,1.5,x,\"A, \"\"B\"\"\",0.5,-105.25\r\n2010-06-01T14:00:00+02:00,-2e1,,C,-90,180"));

        Assert.Equal(
            [new StationReading("A, \"B\"", 0.5, -105.25, Noon, 1.5), new StationReading("C", -90, 180, Noon, -20)],
            readings);
        Assert.Empty(faults);
    }

    [Theory]
    [InlineData("", "line 1 is missing: it names the columns name, latitude, longitude, time, value")]
    [InlineData("name,latitude,longitude,time\n", "line 1 names no column value: it names the columns, with commas between them")]
    [InlineData("name;latitude;longitude;time;value\n", "line 1 names no column name, latitude, longitude, time, value: it names the columns, with commas between them")]
    [InlineData(Names + "a,1,2\n", "line 2 has 3 of 5 fields: write one for each column, with commas between them")]
    [InlineData(Names + "a,91,2,2010-06-01 10:30,3\n", "line 2 has the latitude '91': write a number from -90 to 90, with a point before decimals")]
    [InlineData(Names + "a,1,NaN,2010-06-01 10:30,3\n", "line 2 has the longitude 'NaN': write a number from -180 to 180, with a point before decimals")]
    [InlineData(Names + "a,1,2,2010-06-01 10:30,\"3,5\"\n", "line 2 has the value '3,5': write a number, with a point before decimals")]
    [InlineData(Names + "a,1,2,then,3\n", "line 2 has the time 'then': write it as 2024-01-25T10:30:00Z")]
    [InlineData(Names + "a,1,2,03/04/2024 10:30,3\n", "line 2 has the time '03/04/2024 10:30': write it as 2024-01-25T10:30:00Z")]
    [InlineData(Names + "a,1,2,10:30,3\n", "line 2 has the time '10:30': write it as 2024-01-25T10:30:00Z")]
    [InlineData(Names + "a,1,2,2024-04-03,3\n", "line 2 has the time '2024-04-03': write it as 2024-01-25T10:30:00Z")]
    [InlineData(Names + "a,1,2,2010-06-01,\"3", "line 2 has a quotation mark that nothing ends: write a second one after the text")]
    public void What_cannot_be_read_is_named_with_what_to_write(string text, string fault) =>
        Assert.Equal(fault, Assert.Single(StationFile.Read(new StringReader(text)).Faults));

    [Fact]
    public void Every_wrong_line_is_named_by_its_place_in_the_file()
    {
        var (readings, faults) = StationFile.Read(new StringReader(
            Names + "\"two\nlines\",1,2,2010-06-01T12:00:00Z,3\nb,x,y,2010-06-01T12:00:00Z,3\n\nc,1,2,never,3\nd,1,2,2010-06-01T12:00:00Z,4\n"));

        Assert.Equal(["two\nlines", "d"], readings.Select(reading => reading.Station));
        Assert.Equal(["line 4 has the latitude", "line 4 has the longitude", "line 6 has the time"], faults.Select(fault => fault.Split(" '")[0]));
    }

    [Fact]
    public void Damaged_readings_are_refused_or_read()
    {
        var random = new Random(4);
        for (var trial = 0; trial < 5000; trial++)
        {
            var text = "name,latitude,longitude,time,value\na,1,2,2010-06-01T00:00:00Z,3\n\"b\",4,5,2010-06-01,6\n".ToCharArray();
            for (var blow = random.Next(1, 5); blow > 0; blow--)
                text[random.Next(text.Length)] = (char)random.Next(random.Next(2) == 0 ? 128 : 65536);
            var (readings, faults) = StationFile.Read(new StringReader(new string(text)));
            Assert.True(readings.Count + faults.Count > 0);
            Assert.All(faults, fault => Assert.StartsWith("line ", fault, StringComparison.Ordinal));
        }
    }

    [Theory]
    [InlineData(281.4, 0, 0, 0.02)]
    [InlineData(281.4, 0.1, 281.86, 0)]
    [InlineData(281.4, 0, 281.86, 0)]
    public void Readings_or_pixels_that_are_all_one_have_no_correlation_whatever_their_mean_is_rounded_to(double reading, double riseOfReadings, double pixel, double riseOfPixels)
    {
        for (var count = 2; count <= 60; count++)
        {
            var comparison = StationComparison.Of([.. Enumerable.Range(0, count).Select(
                index => new StationMatch(new("a", 0, 0, Noon, reading + (index * riseOfReadings))) { Nearest = pixel + (index * riseOfPixels) })]);

            Assert.Equal(double.NaN, comparison.Correlation);
        }
    }

    [Fact]
    public void A_reading_is_matched_with_its_cell_and_those_around()
    {
        // Row 0 is 10 .. 14, row 1 is 20 .. 24, and so on; cell (2, 1) has no value.
        var values = Enumerable.Range(0, 20).Select(cell => (double)(cell / 5 * 10 + 10 + cell % 5)).ToArray();
        values[7] = -1;
        var time = new StationTime(Noon, Noon.AddMinutes(10));
        var product = new StationProduct("p", new(new Raster<double>(Map, values, -1), new(0.5, 100), NumberType.Int16), [time], "good");
        StationReading[] readings =
        [
            new("corner", 3.5, 0.5, Noon.AddMinutes(-5), 105),
            new("hole", 2.5, 2.5, Noon.AddMinutes(4), 111),
            new("late", 0.5, 4.5, Noon.AddMinutes(30), 120),
            new("outside", 5, 0.5, Noon, 1),
        ];

        StationMatch[] matches = [.. readings.Select(product.Match)];

        Assert.Equal(
            [
                Match(readings[0], 105, 100 + 0.5 * (10 + 11 + 20 + 21) / 4, 4),
                Match(readings[1], null, 100 + 0.5 * (11 + 12 + 13 + 21 + 23 + 31 + 32 + 33) / 8, 8),
                Match(readings[2], 122, 100 + 0.5 * (33 + 34 + 43 + 44) / 4, 4),
                new StationMatch(readings[3]),
            ],
            matches);
        Assert.Equal([-5, 0, 20, null], matches.Select(match => match.MinutesApart));
        var comparison = StationComparison.Of(matches);
        Assert.Equal(2, comparison.Count);
        Assert.Equal(1, comparison.Bias, 1e-12);
        Assert.Equal(Math.Sqrt(2), comparison.Rmse, 1e-12);
        Assert.Equal(1, comparison.Correlation, 1e-12);
        Assert.Equal([(105.0, 105.0), (120.0, 122.0)], StationComparison.Scatter(matches));
        Assert.Equal(3, StationComparison.Of(matches, around: true).Count);

        StationMatch Match(StationReading reading, double? nearest, double around, int cells) => new(reading)
        {
            Image = "p",
            Time = time,
            Nearest = nearest,
            Around = around,
            CellsAround = cells,
            Quality = "good",
        };
    }

    [Fact]
    public void Where_only_the_days_of_an_image_are_known_the_minutes_are_not()
    {
        var day = new StationTime(Noon.AddHours(-12), Noon.AddHours(12), IsOfDays: true);
        var match = new StationMatch(new("A", 1, 2, Noon, 3)) { Image = "p", Time = day };

        Assert.Null(match.MinutesApart);
        Assert.True(day.Has(Noon.AddHours(-12), TimeSpan.Zero));
        Assert.False(day.Has(Noon.AddHours(12), TimeSpan.FromDays(7)));
    }

    [Theory]
    [InlineData(-60, 0)]
    [InlineData(29, 0)]
    [InlineData(30, 55)]
    [InlineData(50, 55)]
    public void Of_several_times_the_nearest_counts_and_of_equals_the_last(double minutes, double begin)
    {
        StationTime[] times = [.. new[] { 0.0, 55 }.Select(minute => new StationTime(Noon.AddMinutes(minute), Noon.AddMinutes(minute + 5)))];

        Assert.Equal(Noon.AddMinutes(begin), StationTime.Nearest(times, Noon.AddMinutes(minutes)).Begin);
    }

    [Fact]
    public void Nothing_matched_is_no_number() => Assert.Equal(new StationComparison(0, double.NaN, double.NaN, double.NaN), StationComparison.Of([]));
}
