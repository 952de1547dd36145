using AzurePerf.Imagery;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Stations;
using Xunit;

namespace AzurePerf.ImageryTests.Stations;

public sealed class StationTests
{
    private static readonly DateTimeOffset Noon = new(2010, 6, 1, 12, 0, 0, TimeSpan.Zero);
    private static readonly Grid Map = Grid.Geographic(0, 0, 5, 4, 1);

    [Fact]
    public void Readings_are_read_whatever_the_order_of_columns()
    {
        var readings = StationFile.Read(new StringReader(
            "\uFEFFTime,Value,remark,Name,Latitude,Longitude\r\n2010-06-01T12:00:00Z,1.5,x,\"A, \"\"B\"\"\",0.5,-105.25\r\n2010-06-01T14:00:00+02:00,-2e1,,C,-90,180"));

        Assert.Equal(
            [new StationReading("A, \"B\"", 0.5, -105.25, Noon, 1.5), new StationReading("C", -90, 180, Noon, -20)],
            readings);
    }

    [Theory]
    [InlineData("", "The file of readings is empty.")]
    [InlineData("name,latitude,longitude,time\n", "The readings have no column value.")]
    [InlineData("name,latitude,longitude,time,value\na,1,2\n", "Reading 2 has too few fields.")]
    [InlineData("name,latitude,longitude,time,value\na,91,2,2010-06-01 10:30,3\n", "Reading 2 has no latitude.")]
    [InlineData("name,latitude,longitude,time,value\na,1,NaN,2010-06-01 10:30,3\n", "Reading 2 has no longitude.")]
    [InlineData("name,latitude,longitude,time,value\na,1,2,then,3\n", "Reading 2 has no time.")]
    [InlineData("name,latitude,longitude,time,value\na,1,2,03/04/2024 10:30,3\n", "Reading 2 has no time.")]
    [InlineData("name,latitude,longitude,time,value\na,1,2,10:30,3\n", "Reading 2 has no time.")]
    [InlineData("name,latitude,longitude,time,value\na,1,2,2024-04-03,3\n", "Reading 2 has no time.")]
    [InlineData("name,latitude,longitude,time,value\na,1,2,2010-06-01,\"3", "The readings end within quotes.")]
    public void What_cannot_be_read_is_named(string text, string message) =>
        Assert.Equal(message, Assert.Throws<UnreadableFileException>(() => StationFile.Read(new StringReader(text))).Message);

    [Fact]
    public void Damaged_readings_are_refused_or_read()
    {
        var random = new Random(4);
        for (var trial = 0; trial < 5000; trial++)
        {
            var text = "name,latitude,longitude,time,value\na,1,2,2010-06-01T00:00:00Z,3\n\"b\",4,5,2010-06-01,6\n".ToCharArray();
            for (var blow = random.Next(1, 5); blow > 0; blow--)
                text[random.Next(text.Length)] = (char)random.Next(random.Next(2) == 0 ? 128 : 65536);
            try
            {
                StationFile.Read(new StringReader(new string(text)));
            }
            catch (UnreadableFileException refused)
            {
                Assert.NotEmpty(refused.Message);
            }
        }
    }

    [Fact]
    public void A_reading_is_matched_with_its_cell_and_those_around()
    {
        // Row 0 is 10 .. 14, row 1 is 20 .. 24, and so on; cell (2, 1) has no value.
        var values = Enumerable.Range(0, 20).Select(cell => (short)(cell / 5 * 10 + 10 + cell % 5)).ToArray();
        values[7] = -1;
        var quality = new Raster<ushort>(Map, [.. Enumerable.Range(0, 20).Select(cell => (ushort)cell)], 19);
        var product = new StationProduct<short>("p", new Raster<short>(Map, values, -1), 0.5, 100, Noon, Noon.AddMinutes(10), quality);
        StationReading[] readings =
        [
            new("corner", 3.5, 0.5, Noon.AddMinutes(-5), 105),
            new("hole", 2.5, 2.5, Noon.AddMinutes(4), 111),
            new("late", 0.5, 4.5, Noon.AddMinutes(30), 120),
            new("too late", 0.5, 4.5, Noon.AddMinutes(41), 120),
            new("outside", 5, 0.5, Noon, 1),
        ];

        var matches = product.Match(readings, TimeSpan.FromMinutes(30)).ToArray();

        Assert.Equal(
            [
                new StationMatch(readings[0], "p", -5, 105, 100 + 0.5 * (10 + 11 + 20 + 21) / 4, 4, 0),
                new StationMatch(readings[1], "p", 0, null, 100 + 0.5 * (11 + 12 + 13 + 21 + 23 + 31 + 32 + 33) / 8, 8, 7),
                new StationMatch(readings[2], "p", 20, 122, 100 + 0.5 * (33 + 34 + 43 + 44) / 4, 4, null),
            ],
            matches);
        var comparison = StationComparison.Of(matches);
        Assert.Equal(2, comparison.Count);
        Assert.Equal(1, comparison.Bias, 1e-12);
        Assert.Equal(Math.Sqrt(2), comparison.Rmse, 1e-12);
        Assert.Equal(1, comparison.Correlation, 1e-12);
        Assert.Equal([(105.0, 105.0), (120.0, 122.0)], StationComparison.Scatter(matches));
        Assert.Equal(3, StationComparison.Of(matches, around: true).Count);
    }

    [Fact]
    public void Matches_are_written_as_a_table()
    {
        using var writer = new StringWriter();
        StationComparison.WriteCsv(writer, [new StationMatch(new StationReading("=A,b", 1, -2.5, Noon, 3), "p", -1.25, null, 0.1, 4, 7)]);

        Assert.Equal(
            "name,latitude,longitude,time,value,product,minutesApart,nearest,mean3x3,cells3x3,quality\n\"'=A,b\",1,-2.5,2010-06-01T12:00:00Z,3,p,-1.25,,0.1,4,7\n",
            writer.ToString());
    }

    [Fact]
    public void Nothing_matched_is_no_number() => Assert.Equal(new StationComparison(0, double.NaN, double.NaN, double.NaN), StationComparison.Of([]));
}
