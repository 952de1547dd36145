namespace AzurePerf.Core.Experiments;

/// <summary>
/// How fast operations of one kind are expected to be at the least: the planner's guess before any was seen. The rates are at most half of
/// what Hill and others measured in 2010 with one partition, queue or container for all clients, so that spreading clients over several
/// only makes the guess safer.
/// </summary>
/// <param name="Seconds">One operation of a client that is alone, its payload not included.</param>
/// <param name="OperationsPerSecond">Operations per second of all clients together.</param>
/// <param name="BytesPerSecond">Payload of one client alone.</param>
/// <param name="TotalBytesPerSecond">Payload of all clients together.</param>
public sealed record OperationPace(double Seconds, double OperationsPerSecond, double BytesPerSecond, double TotalBytesPerSecond)
{
    /// <summary>Figure 1: one client about 13 MB/s, 393.4 MB/s at the most.</summary>
    public static OperationPace BlobDownload { get; } = new(0.1, 1_000, 6e6, 190e6);

    /// <summary>Figure 1: 124.25 MB/s at the most, 0.65 MB/s each with 192 clients.</summary>
    public static OperationPace BlobUpload { get; } = new(0.1, 500, 3e6, 60e6);

    /// <summary>Table 1: 165 inserts of 64 KB per second, 10.8 MB/s, and 2,237 of 1 KB.</summary>
    public static OperationPace TableInsert { get; } = new(0.1, 250, 1e6, 4e6);

    /// <summary>Table 1: at least 1,011 per second for every size.</summary>
    public static OperationPace TableQuery { get; } = new(0.1, 500, 3e6, 30e6);

    /// <summary>Table 1: between 37 and 85 per second, because all clients replace the same entity.</summary>
    public static OperationPace TableUpdate { get; } = new(0.1, 18, 1e6, 4e6);

    /// <summary>Table 1: at least 622 per second for every size.</summary>
    public static OperationPace TableDelete { get; } = new(0.1, 300, 3e6, 30e6);

    /// <summary>Table 3: between 502 and 569 per second; a client that shares the queue with 31 others at least 10.</summary>
    public static OperationPace QueueAdd { get; } = new(0.1, 250, 1e6, 4e6);

    /// <summary>Table 3: at least 3,369 per second for every size.</summary>
    public static OperationPace QueuePeek { get; } = new(0.1, 1_600, 3e6, 30e6);

    /// <summary>Table 3: at least 393 receives per second; the delete that follows each costs as much again, timed or not.</summary>
    public static OperationPace QueueReceive { get; } = new(0.2, 95, 1e6, 4e6);

    /// <summary>Seconds that one operation takes while so many clients each perform one after the other.</summary>
    /// <param name="clients">From 1 on.</param>
    /// <param name="payloadBytes">What one operation moves.</param>
    public double SecondsOf(int clients, long payloadBytes) =>
        Math.Max(Seconds + (payloadBytes / BytesPerSecond), SecondsBetween(clients, payloadBytes));

    /// <summary>Seconds from one operation of a client to its next that all clients together are granted, however many operations each has
    /// under way.</summary>
    /// <inheritdoc cref="SecondsOf"/>
    public double SecondsBetween(int clients, long payloadBytes) =>
        clients * Math.Max(1 / OperationsPerSecond, payloadBytes / TotalBytesPerSecond);
}

/// <summary>What one point is expected to do to its target.</summary>
/// <param name="Service">blob, queue or table; empty where no account is measured.</param>
/// <param name="Operations">Of all clients, warm-up included.</param>
/// <param name="Bytes">Payload of these operations.</param>
/// <param name="Requests">Requests of these operations.</param>
/// <param name="RequestsBefore">Requests that make what the operations need; once for all points that read the same data.</param>
/// <param name="RequestsAround">Requests that make or remove what this point alone has among such data.</param>
/// <param name="WarmUpSeconds">The longest warm-up, and what rests around it.</param>
/// <param name="IsBound">True where the point does not end by time alone.</param>
public sealed record PointLoad(string Service, double Operations, double Bytes, double Requests, double RequestsBefore,
    double RequestsAround, double WarmUpSeconds, bool IsBound)
{
    /// <summary>Bytes that the data take that the operations need; once for all points that read the same data.</summary>
    public double BytesBefore { get; init; }

    /// <summary>Requests of its operations that only read.</summary>
    public double Reads { get; init; }
}
