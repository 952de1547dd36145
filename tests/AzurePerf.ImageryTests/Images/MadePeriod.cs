using System.Collections.Concurrent;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Reductions;

namespace AzurePerf.ImageryTests.Images;

/// <summary>A period of two made days.</summary>
internal static class MadePeriod
{
    private static readonly DateOnly[] Days = [MadeDay.Day, MadeDay.Day.AddDays(1)];
    private static readonly ConcurrentDictionary<(ImageSubject, Aggregate, SinusoidalTile), Lazy<byte[]>> Made = [];

    public static ReductionInput Of(ImageSubject subject, Aggregate aggregate, IReadOnlyList<SinusoidalTile> tiles) => new(
        subject, aggregate, Days[0], Days[1], tiles, (tile, _) => Task.FromResult<ReadOnlyMemory<byte>?>(
            Made.GetOrAdd((subject, aggregate, tile), _ => new Lazy<byte[]>(() => Image(subject, aggregate, tile))).Value));

    private static byte[] Image(ImageSubject subject, Aggregate aggregate, SinusoidalTile tile)
    {
        var period = new PeriodImage(subject, tile, aggregate);
        foreach (var day in Days)
            period.Add(day, DayImage.OfTile(subject, day, tile, MadeDay.Tile(subject.Product.Id, tile, day)).GeoTiff);
        return period.End(Days[0], Days[1]).Values.GeoTiff;
    }
}
