using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using Xunit;

namespace AzurePerf.ImageryTests.GeoTiff;

public sealed class GeoKeysTests
{
    [Theory]
    [InlineData(Projection.Geographic)]
    [InlineData(Projection.WebMercator)]
    [InlineData(Projection.Sinusoidal)]
    public void A_plane_is_read_as_written_and_not_where_values_stand_for_points(Projection projection)
    {
        var (directory, doubles, _) = GeoKeys.Of(projection);
        Assert.Equal(projection, GeoKeys.Read(directory, doubles));

        directory[Array.IndexOf(directory, (short)1025) + 3] = 2;
        Assert.Null(GeoKeys.Read(directory, doubles));
    }

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void A_sinusoidal_plane_with_another_meridian_or_origin_is_not_that_of_modis(int at)
    {
        var (directory, doubles, _) = GeoKeys.Of(Projection.Sinusoidal);
        doubles[at] = -60;
        Assert.Null(GeoKeys.Read(directory, doubles));
    }

    [Theory]
    [InlineData(Projection.WebMercator)]
    [InlineData(Projection.Sinusoidal)]
    public void A_plane_in_another_unit_than_metres_is_none_of_ours(Projection projection)
    {
        var (directory, doubles, _) = GeoKeys.Of(projection);
        directory[Array.IndexOf(directory, (short)3076) + 3] = 9036;
        Assert.Null(GeoKeys.Read(directory, doubles));
    }

    [Fact]
    public void A_plane_that_says_no_unit_is_in_metres() =>
        Assert.Equal(Projection.WebMercator, GeoKeys.Read([1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 3857], []));
}
