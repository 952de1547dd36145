using System.Text.Json;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Measurements.Arrivals;

/// <summary>How late operations started, over the time at which they were to start. Bins of equal width that double as time goes on; adding
/// never allocates. One writer at a time.</summary>
[JsonConverter(typeof(LagTimelineJson))]
public sealed class LagTimeline
{
    // Both get every start at the same instant, so their bins are always as wide as each other's.
    private readonly BinTimeline _nanoseconds = BinTimeline.Coarse();
    private readonly BinTimeline _starts = BinTimeline.Coarse();

    /// <summary>Adds one start.</summary>
    /// <param name="intendedNanoseconds">When it was to be, since the start of the measurement.</param>
    /// <param name="lagNanoseconds">How much later it was.</param>
    public void Add(long intendedNanoseconds, long lagNanoseconds)
    {
        _nanoseconds.Add(intendedNanoseconds, lagNanoseconds);
        _starts.Add(intendedNanoseconds, 1);
    }

    public void Merge(LagTimeline other)
    {
        ArgumentNullException.ThrowIfNull(other);
        _nanoseconds.Merge(other._nanoseconds);
        _starts.Merge(other._starts);
    }

    /// <summary>The mean lag of the starts in a part of the time, in nanoseconds; null where there is none. A bin counts where its middle
    /// lies.</summary>
    public double? MeanBetween(double fromNanoseconds, double untilNanoseconds)
    {
        var (sum, starts) = (0.0, 0L);
        for (var bin = 0; bin < _starts.Bins.Length; bin++)
        {
            var middle = (bin + 0.5) * _starts.BinNanoseconds;
            if (middle >= fromNanoseconds && middle < untilNanoseconds)
            {
                sum += _nanoseconds.Bins[bin];
                starts += _starts.Bins[bin];
            }
        }

        return starts == 0 ? null : sum / starts;
    }

    /// <summary>As stored.</summary>
    public LagBins ToBins() => new(_starts.BinNanoseconds, _starts.Bins.ToArray(), _nanoseconds.Bins.ToArray());

    /// <summary>What was stored, for merging and judging.</summary>
    public static LagTimeline Of(LagBins bins)
    {
        ArgumentNullException.ThrowIfNull(bins);
        var series = new LagTimeline();
        series._starts.AddBins(bins.BinNanoseconds, bins.Starts, instant => instant);
        series._nanoseconds.AddBins(bins.BinNanoseconds, bins.LagNanoseconds, instant => instant);
        return series;
    }
}

/// <summary>The series as <see cref="LagBins"/>.</summary>
internal sealed class LagTimelineJson : JsonConverter<LagTimeline>
{
    public override LagTimeline Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        LagTimeline.Of(JsonSerializer.Deserialize<LagBins>(ref reader, options) ?? throw new JsonException("the lags are missing"));

    public override void Write(Utf8JsonWriter writer, LagTimeline value, JsonSerializerOptions options) =>
        JsonSerializer.Serialize(writer, value.ToBins(), options);
}

/// <summary>How late operations started over time, as stored.</summary>
/// <param name="BinNanoseconds">Width of a bin; the first starts with the measured window.</param>
/// <param name="Starts">Operations that were to start in the bin and did, whenever.</param>
/// <param name="LagNanoseconds">By how much they came too late, added up.</param>
public sealed record LagBins(long BinNanoseconds, IReadOnlyList<long> Starts, IReadOnlyList<long> LagNanoseconds);
