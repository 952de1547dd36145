using System.Diagnostics.Metrics;
using AzurePerf.Core.Metrics;

namespace AzurePerf.UnitTests.Metrics;

/// <summary>A meter of a test's own, and every value that comes from it.</summary>
internal sealed class MeterRecording : IDisposable
{
    private readonly MeterListener _listener = new();
    private readonly Lock _lock = new();
    private readonly List<(string Name, double Value, string Tags)> _values = [];

    public MeterRecording()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (ReferenceEquals(instrument.Meter, Meter))
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Note(instrument, value, tags));
        _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Note(instrument, value, tags));
        _listener.Start();
    }

    public Meter Meter { get; } = new(EngineMeter.Name);

    /// <summary>The values of a metric in order, with those tags that are asked for.</summary>
    public IReadOnlyList<(double Value, string Tags)> Of(MetricDefinition metric)
    {
        lock (_lock)
        {
            return [.. _values.Where(value => value.Name == metric.Name).Select(value => (value.Value, value.Tags))];
        }
    }

    /// <summary>The last value of each series of a gauge.</summary>
    public IReadOnlyDictionary<string, double> LastOf(MetricDefinition metric) => Of(metric).GroupBy(value => value.Tags).ToDictionary(series => series.Key, series => series.Last().Value);

    /// <summary>The sum of each series of a counter.</summary>
    public IReadOnlyDictionary<string, double> SumOf(MetricDefinition metric) => Of(metric).GroupBy(value => value.Tags).ToDictionary(series => series.Key, series => series.Sum(value => value.Value));

    public void Dispose()
    {
        _listener.Dispose();
        Meter.Dispose();
    }

    private void Note(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        // What a page says that a metric is tagged with, it is tagged with.
        var names = tags.ToArray().Select(tag => tag.Key).ToArray();
        var definition = EngineMetrics.All.Single(metric => metric.Name == instrument.Name);
        if (!names.SequenceEqual(definition.Tags))
        {
            throw new InvalidOperationException($"{instrument.Name} has tags {string.Join(", ", names)}");
        }

        lock (_lock)
        {
            _values.Add((instrument.Name, value, string.Join(' ', tags.ToArray().Select(tag => tag.Value))));
        }
    }
}
