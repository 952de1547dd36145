using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// What one lane counted in a phase, inside the memory of its <see cref="ClientPhase"/>: an operation costs no step from one object to
/// another. One loop writes; others may read what <see cref="RunnerProgress"/> adds up.
/// </summary>
internal struct ClientTally
{
    private long _completed;
    private long _failed;
    private long _bytes;

    /// <summary>Operations that ended, as the loop itself knows them.</summary>
    public readonly long Ended => _completed + _failed;

    public readonly long Completed => _completed;

    /// <summary>Payload bytes of successful operations, as the loop itself knows them.</summary>
    public readonly long Bytes => _bytes;

    /// <summary>Operations that ended, for others.</summary>
    public readonly long EndedSeen => Volatile.Read(in _completed) + Volatile.Read(in _failed);

    /// <summary>Failed operations, for others.</summary>
    public readonly long FailedSeen => Volatile.Read(in _failed);

    /// <summary>Payload bytes of successful operations, for others.</summary>
    public readonly long BytesSeen => Volatile.Read(in _bytes);

    /// <summary>Bytes that failed streams had moved.</summary>
    public long FailedBytes { get; private set; }

    public long WireRequests { get; private set; }

    public long ContinuationRequests { get; private set; }

    /// <summary>The time that operations took, whatever their outcome.</summary>
    public long BusyNanoseconds { get; private set; }

    /// <summary>Successes, each by the share of it that lay in the time in which all clients were active.</summary>
    public double OverlapOperations { get; private set; }

    /// <summary>Bytes that were moved in that time.</summary>
    public double OverlapBytes { get; private set; }

    public long FollowUpFailures { get; private set; }

    /// <summary>Counts a success.</summary>
    /// <param name="result">What it moved.</param>
    /// <param name="overlap">Which share of it lay in the time in which all clients were active.</param>
    /// <param name="overlapBytes">Bytes that it moved in that time.</param>
    public void Complete(OperationResult result, double overlap, double overlapBytes)
    {
        _bytes += result.Bytes;
        WireRequests += result.WireRequests;
        ContinuationRequests += result.ContinuationRequests;
        OverlapOperations += overlap;
        OverlapBytes += overlapBytes;
        _completed++;
    }

    /// <summary>Counts a failure.</summary>
    /// <param name="bytes">What a stream had moved until it failed; else 0.</param>
    public void Fail(long bytes)
    {
        FailedBytes += bytes;
        _failed++;
    }

    /// <summary>Adds the time that an operation took.</summary>
    public void AddBusy(long nanoseconds) => BusyNanoseconds += nanoseconds;

    public void CountFollowUpFailure() => FollowUpFailures++;
}
