using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Queues;

/// <summary>What the queue experiments are told. Clients are spread over the queues by their number.</summary>
public abstract record QueueOptions : MeasurementOptions
{
    [Parameter("Size of one message's text.", Unit = "B", Minimum = 1, Maximum = 65_536, Factor = true)]
    public int MessageBytes { get; init; } = 512;

    [Parameter("Queues that the clients are spread over; 1 means that all share one.", Unit = "queues", Minimum = 1, Maximum = 100,
        Factor = true)]
    public int Queues { get; init; } = 1;

    /// <summary>True when the point uses a queue that the prepare stage filled, not one of its own.</summary>
    [JsonIgnore]
    public bool SharesQueue { get; init; }

    /// <summary>Messages already in each queue when the measurement starts.</summary>
    public abstract int QueuedBefore { get; }

    protected override long PayloadBytes => MessageBytes;

    [JsonIgnore]
    public override double RequestsBefore => (double)QueuedBefore * Queues;

    [JsonIgnore]
    public override double BytesBefore => (double)QueuedBefore * Queues * MessageBytes;

    public override string? Dataset() => SharesQueue ? FormattableString.Invariant($"{MessageBytes}-{Queues}-{QueuedBefore}") : null;
}
