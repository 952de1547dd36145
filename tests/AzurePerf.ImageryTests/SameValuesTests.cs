using System.Runtime.InteropServices;
using System.Security.Cryptography;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Kernels;
using Xunit;

namespace AzurePerf.ImageryTests;

/// <summary>Every machine gets the same values from the same input, whatever instructions its processor has.</summary>
public sealed class SameValuesTests
{
    /// <summary>A change of one bit of one value changes this. Write a new one only where the values were meant to change.</summary>
    private const string Expected = "A70EE6DB229B4E2CA4C56C27D1A70DC5";

    [Fact]
    public void The_values_are_those_of_the_record()
    {
        PlainProcessor.Check();
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var made = new MadeGranule(new Orbit(), new TrueField(11), LostScans: 0.1, Seed: 2);
        var swaths = new[] { made.At(1230, scans: 30), made.At(1290, scans: 30) };
        Add<float>(hash, swaths[0].Geometry.Latitude);
        Add<float>(hash, swaths[1].Geometry.Longitude);
        Add<short>(hash, swaths[0].Values);

        var kept = new SwathGeometry(2, 271, 2, swaths[0].Geometry.Latitude[..542], swaths[0].Geometry.Longitude[..542]);
        Add<float>(hash, new DimensionMap(2, 5).Expand(kept, 10, 1354, 10).Longitude);

        var at = 150 * 1354 + 677;
        var tile = SinusoidalTile.At(swaths[0].Geometry.Latitude[at], swaths[0].Geometry.Longitude[at]).Grid(1200);
        var raster = SwathToTile.Map(swaths, tile, MergeRule.Nearest);
        Add<short>(hash, raster.Values);

        var grid = new SinusoidalTile(9, 4).Grid(600);
        var whole = new Raster<short>(grid, [.. Enumerable.Range(0, grid.Cells).Select(cell => cell % 7 == 0 ? Field.Fill : (short)(cell * 7919L % 10007))], Field.Fill);
        foreach (var map in new[] { Grid.Geographic(-140, 39, -105, 51, 0.03), Grid.WebMercator(-140, 39, -105, 51, 3000) })
        {
            Add<short>(hash, TileToMap.Nearest(whole, map).Values);
            Add<short>(hash, TileToMap.Bilinear(whole, map).Values);
            var floating = new Raster<float>(whole.Grid, [.. whole.Values.Select(value => value * 0.1f)], Field.Fill * 0.1f);
            Add<float>(hash, TileToMap.Bilinear(floating, map).Values);
            Add<float>(hash, Composite.Of([floating, floating, floating], Aggregate.Mean).Values.Values);
            Add<double>(hash, [.. ZonalMean.Of(floating, 1).Select(zone => zone.Mean)]);
        }

        Assert.Equal(Expected, Convert.ToHexString(hash.GetHashAndReset())[..32]);
    }

    [Fact]
    public void They_are_so_without_vector_instructions() => PlainProcessor.Run(typeof(SameValuesTests), nameof(The_values_are_those_of_the_record));

    private static void Add<T>(IncrementalHash hash, ReadOnlySpan<T> values)
        where T : unmanaged => hash.AppendData(MemoryMarshal.AsBytes(values));
}
