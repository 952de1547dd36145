using AzurePerf.Core.Measurements;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

public sealed class BinTimelineTests
{
    private const long Bin = 100_000_000;
    private const int MaximumBins = 1024;

    private readonly BinTimeline _series = BinTimeline.Coarse();

    [Fact]
    public void Bytes_count_into_the_bin_of_their_instant()
    {
        _series.Add(0, 1);
        _series.Add(Bin - 1, 2);
        _series.Add(Bin, 4);
        _series.Add(3 * Bin, 8);

        Assert.Equal([3, 4, 0, 8], _series.Bins.ToArray());
        Assert.Equal(Bin, _series.BinNanoseconds);
    }

    [Fact]
    public void Time_beyond_the_last_bin_makes_one_bin_of_two()
    {
        _series.Add(0, 1);
        _series.Add(Bin, 2);
        _series.Add(2 * Bin, 4);
        _series.Add(MaximumBins * Bin, 8);

        Assert.Equal(2 * Bin, _series.BinNanoseconds);
        Assert.Equal((MaximumBins / 2) + 1, _series.Bins.Length);
        Assert.Equal([3, 4, 0], _series.Bins[..3].ToArray());
        Assert.Equal(8, _series.Bins[^1]);
    }

    [Fact]
    public void A_reset_series_is_a_new_one()
    {
        _series.Add(5_000 * Bin, 1);
        _series.Reset();
        _series.Add(0, 2);

        Assert.Equal(Bin, _series.BinNanoseconds);
        Assert.Equal([2], _series.Bins.ToArray());
    }

    [Fact]
    public void Stored_bins_count_where_their_middles_fall_and_the_wider_bins_win()
    {
        _series.Add(Bin, 1);
        _series.AddBins(2 * Bin, [10, 20], instant => instant + (2 * Bin));
        _series.AddBins(Bin, [100, 200], instant => instant);

        Assert.Equal(2 * Bin, _series.BinNanoseconds);
        Assert.Equal([301, 10, 20], _series.Bins.ToArray());
    }

    [Fact]
    public void Merging_gives_what_one_series_of_all_would_hold()
    {
        var adds = Gen.Select(Gen.Int[0, 400_000], Gen.Int[0, 1_000_000]).Array[0, 100];
        SeededProperty.Holds(Gen.Select(adds, adds), both =>
        {
            var (first, second) = (Of(both.Item1), Of(both.Item2));
            var all = Of(both.Item1.Concat(both.Item2));
            first.Merge(second);
            return first.BinNanoseconds == all.BinNanoseconds && first.Bins.SequenceEqual(all.Bins);
        });

        static BinTimeline Of(IEnumerable<(int Milliseconds, int Bytes)> adds)
        {
            var series = BinTimeline.Coarse();
            foreach (var (milliseconds, bytes) in adds)
            {
                series.Add(milliseconds * 1_000_000L, bytes);
            }

            return series;
        }
    }
}
