using System.Security.Cryptography;
using System.Text;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Reductions;
using Xunit;

namespace AzurePerf.ImageryTests.Images;

/// <summary>Images and what is made of them have the same values on every machine.</summary>
public sealed class SameImagesTests
{
    private const string Version = "k3";

    /// <summary>Write a new one only where the values were meant to change, and raise <see cref="KernelVersion"/> then.</summary>
    private const string Expected = "4d1076554fcd1bbd72124a94b2016370";

    [Fact]
    public async Task The_images_are_those_of_the_record()
    {
        PlainProcessor.Check();
        var hashes = new StringBuilder();
        var tile = new SinusoidalTile(22, 8);
        foreach (var (product, dataSet) in new[] { ("MOD11A1", "LST_Night_1km"), ("MOD09GA", "sur_refl_b02_1"), ("MCD15A2H", "Lai_500m") })
            hashes.Append(DayImage.OfTile(MadeDay.Subject(product, dataSet), MadeDay.Day, tile, MadeDay.Tile(product, tile)).ValuesHash);
        foreach (var (product, dataSet) in new[] { ("MOD11_L2", "LST"), ("MOD07_L2", "Total_Ozone"), ("MOD04_L2", "Optical_Depth_Land_And_Ocean"), ("MOD03", "Latitude") })
        {
            var subject = MadeDay.Subject(product, dataSet);
            var granules = MadeDay.Swaths(subject, 600, 605);
            var places = MadeDay.Positions(subject, granules[0].Data);
            var below = SinusoidalTile.At(places.Latitude[places.Samples / 2], places.Longitude[places.Samples / 2]);
            hashes.Append(DayImage.OfSwaths(subject, MadeDay.Day, below, granules, MergeRule.Nearest).ValuesHash);
        }

        var period = MadePeriod.Of(MadeDay.Subject("MOD11A1", "LST_Day_1km"), Aggregate.Mean, [new(18, 4), new(19, 4)]);
        foreach (var (projection, resampling) in new[] { (Projection.Geographic, Resampling.Nearest), (Projection.WebMercator, Resampling.Bilinear) })
            foreach (var reduction in ReductionCatalogue.All)
            {
                var reduced = await reduction.MakeAsync(period with { Projection = projection, Resampling = resampling }, TestContext.Current.CancellationToken);
                hashes.Append(reduced.ValuesHash);
            }

        Assert.Equal(Expected, Convert.ToHexStringLower(SHA256.HashData(Encoding.ASCII.GetBytes(hashes.ToString())))[..32]);
        Assert.Equal(Version, KernelVersion.Current);
    }

    [Fact]
    public void They_are_so_without_vector_instructions() => PlainProcessor.Run(typeof(SameImagesTests), nameof(The_images_are_those_of_the_record));
}
