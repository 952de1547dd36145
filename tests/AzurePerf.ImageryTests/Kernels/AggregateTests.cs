using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Kernels;
using CsCheck;
using Xunit;

namespace AzurePerf.ImageryTests.Kernels;

public sealed class AggregateTests
{
    private static readonly Grid Row = Grid.Geographic(0, 0, 4, 1, 1);

    [Theory]
    [InlineData(Aggregate.Mean, 3, -1, 5, -1)]
    [InlineData(Aggregate.Max, 6, -1, 5, -1)]
    [InlineData(Aggregate.Min, 1, -2, 5, -1)]
    [InlineData(Aggregate.Median, 2, -1, 5, -1)]
    [InlineData(Aggregate.Count, 3, 2, 1, 0)]
    public void Days_become_one(Aggregate aggregate, int first, int second, int third, int fourth)
    {
        // -1 would be a value of the second cell: its fill is another.
        var days = new short[][] { [1, -2, 99, 99], [2, 99, 5, 99], [6, -1, 99, 99] }.Select(values => new Raster<short>(Row, values, 99)).ToArray();

        var composite = Composite.Of(days, aggregate);

        Assert.Equal([(short)first, (short)second, (short)third, aggregate == Aggregate.Count ? (short)fourth : (short)99], composite.Values.Values);
        Assert.Equal([3, 2, 1, 0], composite.Days.Values.Select(days => (int)days));
        Assert.Equal(0.75, composite.Coverage);
    }

    [Fact]
    public void Aggregates_are_those_of_the_definition() => Gen.Float[-100, 100].Array[4].Array[1, 9].Sample(
        values =>
        {
            var days = values.Select(day => new Raster<float>(Row, [.. day.Select(value => value < -50 ? float.NaN : value)], float.NaN)).ToArray();
            foreach (var aggregate in Enum.GetValues<Aggregate>())
            {
                var composite = Composite.Of(days, aggregate);
                for (var cell = 0; cell < 4; cell++)
                {
                    var known = days.Select(day => (double)day.Values[cell]).Where(value => !double.IsNaN(value)).Order().ToArray();
                    var expected = aggregate == Aggregate.Count ? known.Length : known.Length == 0 ? double.NaN : aggregate switch
                    {
                        Aggregate.Mean => known.Average(),
                        Aggregate.Max => known[^1],
                        Aggregate.Min => known[0],
                        _ => (known[(known.Length - 1) / 2] + known[known.Length / 2]) / 2,
                    };
                    Assert.Equal(expected, composite.Values.Values[cell], 1e-4);
                    Assert.Equal(known.Length, composite.Days.Values[cell]);
                }
            }
        },
        seed: "0000KOIPe036");

    [Fact]
    public void Days_that_do_not_fit_together_are_refused()
    {
        Assert.Throws<ArgumentException>(() => Composite.Of<short>([], Aggregate.Max));
        Assert.Throws<ArgumentException>(() => Composite.Of([Row.Filled<short>(0), Row.Filled<short>(1)], Aggregate.Max));
        Assert.Throws<ArgumentException>(() => Composite.Of([Row.Filled<short>(0), (Row with { Left = 1 }).Filled<short>(0)], Aggregate.Max));
    }

    [Fact]
    public void Zones_are_weighted_by_area()
    {
        // Two rows of a zone, at 20 and 60 degrees: cosines 0.940 and 0.5.
        var raster = new Raster<double>(new Grid(Projection.Geographic, 0, 80, 1, 40, 2, 2), [1, double.NaN, 3, 3], double.NaN);

        var zone = Assert.Single(ZonalMean.Of(raster, 90));

        var (high, low) = (Math.Cos(Math.PI / 3), Math.Cos(Math.PI / 9));
        Assert.Equal((0, 90, 1, 3, 3), (zone.South, zone.North, zone.Min, zone.Max, zone.Cells));
        Assert.Equal((high + 6 * low) / (high + 2 * low), zone.Mean, 1e-12);
        Assert.Equal((high + 2 * low) / (2 * high + 2 * low), zone.Coverage, 1e-12);
    }

    [Fact]
    public void A_tile_and_a_map_of_it_have_the_same_zonal_means()
    {
        var tile = Field.Waves(new SinusoidalTile(18, 4).Grid(1200), blotches: false);
        var values = tile.Values.Select((_, cell) => (short)(cell / 1200)).ToArray();

        var zones = ZonalMean.Of(new Raster<short>(tile.Grid, values, -1), 1);
        var map = ZonalMean.Of(TileToMap.Nearest(new Raster<short>(tile.Grid, values, -1), Grid.Geographic(2, 40, 8, 50, 0.005)), 1);
        var web = ZonalMean.Of(TileToMap.Nearest(new Raster<short>(tile.Grid, values, -1), Grid.WebMercator(2, 40.0001, 8, 49.9999, 600)), 1);

        Assert.Equal(10, zones.Count);
        foreach (var (zone, other) in zones.Zip(map).Concat(zones.Zip(web)))
        {
            Assert.Equal(zone.South, other.South);
            Assert.Equal(zone.Mean, other.Mean, 0.6);
        }
    }

    [Fact]
    public void A_histogram_counts_every_cell_once()
    {
        var raster = new Raster<int>(Grid.Geographic(0, 0, 8, 1, 1), [-1, 0, 1, 4, 5, 10, 11, 99], 99);

        var histogram = RasterHistogram.Of(raster, 0, 10, 2);

        Assert.Equal([3, 2], histogram.Counts);
        Assert.Equal((1, 1, 1), (histogram.Below, histogram.Above, histogram.Fill));
        Assert.Equal(7 / 8.0, histogram.Coverage);
    }
}
