using System.Text.Json.Serialization;
using AzurePerf.Core.Measurements.Arrivals;

namespace AzurePerf.Core.Measurements;

/// <summary>
/// What one simulated client did while measuring. Instants are nanoseconds since the start of the measured window on the worker's monotonic
/// clock; where several workers measured together, since the agreed start on the clock they have in common.
/// </summary>
public sealed record ClientMeasurement
{
    /// <summary>The simulated client, from 0 in the whole point.</summary>
    public required int Client { get; init; }

    /// <summary>The member of the gang that ran it, from 0.</summary>
    public int Member { get; init; }

    /// <summary>How far its instants may be off on the clock that all clients have in common; the same error for all clients of a member. 0
    /// with one worker.</summary>
    public long ClockBoundNanoseconds { get; init; }

    /// <summary>When its first operation started; null when it started none.</summary>
    public required long? FirstStartNanoseconds { get; init; }

    /// <summary>When its last operation ended, whatever its outcome; null when it started none.</summary>
    public required long? LastEndNanoseconds { get; init; }

    /// <summary>Successful operations.</summary>
    public required long Completed { get; init; }

    /// <summary>Failed operations.</summary>
    public required long Failed { get; init; }

    /// <summary>Payload bytes of successful operations.</summary>
    public required long Bytes { get; init; }

    /// <summary>Payload bytes that failed streams had moved until they failed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public long FailedBytes { get; init; }

    /// <summary>Requests that went over the wire for successful operations.</summary>
    public required long WireRequests { get; init; }

    /// <summary>Those of them that followed a continuation of the service, and so are no retries.</summary>
    public long ContinuationRequests { get; init; }

    /// <summary>Durations of all its operations from their real starts, successful or not, added up; beyond its own time where several were
    /// under way at once.</summary>
    public required long BusyNanoseconds { get; init; }

    /// <summary>
    /// Time between one operation's end and the next one's start, added up; in an open loop, of each lane by itself and without the waiting
    /// for the next arrival.
    /// </summary>
    public required long HarnessNanoseconds { get; init; }

    /// <summary>Of that, the follow-ups of successful operations and the verification of what they left; 0 in an open loop, where arrivals
    /// go on during them.</summary>
    public long FollowUpNanoseconds { get; init; }

    /// <summary>Of that, the rests that the experiment plans between operations.</summary>
    public long RestNanoseconds { get; init; }

    /// <summary>Of the time between operations, what the client thought: a part of the load, in all rates.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public long ThinkNanoseconds { get; init; }

    /// <summary>What the client was still to think after its last operation when it ended: it does not wait for that, and is active until
    /// then all the same. 0 where it was stopped during an operation.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public long LastThoughtNanoseconds { get; init; }

    /// <summary>Of the rests, what fell into the time in which all clients were active.</summary>
    public long OverlapRestNanoseconds { get; init; }

    /// <summary>Successful operations while all clients were active; one that began before or ended after counts by the share of its time
    /// inside.</summary>
    public required double OverlapOperations { get; init; }

    /// <summary>Payload bytes moved while all clients were active; of an operation, or of a stream's block, by the share of its time
    /// inside.</summary>
    public required double OverlapBytes { get; init; }

    /// <summary>Successful operations whose follow-up failed.</summary>
    public required long FollowUpFailures { get; init; }

    /// <summary>Why it started no more.</summary>
    public required ClientEnd End { get; init; }

    /// <summary>Warm-up operations, before the measurement.</summary>
    public required long WarmUpOperations { get; init; }

    /// <summary>Of them, those that failed.</summary>
    public required long WarmUpFailures { get; init; }

    /// <summary>Time of each phase of successful operations, added up; null where operations have none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<long>? PhaseNanoseconds { get; init; }

    /// <summary>Its successes by type of operation, in the order in which the probe declares the types; null where it declares
    /// none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<ClientTypeCount>? Types { get; init; }

    /// <summary>What it was to do in an open loop; null in a closed one.</summary>
    public ClientArrivals? Arrivals { get; init; }

    /// <summary>
    /// When it became active: with its first operation, or in an open loop with its schedule; null when it did not. In an open loop no
    /// operation need be under way for a client to be active, but one to which arrivals came and which started none of them never was.
    /// </summary>
    [JsonIgnore]
    public long? ActiveFromNanoseconds => NeverStarted ? null : Arrivals?.StartNanoseconds ?? FirstStartNanoseconds;

    /// <summary>When its work was over: with the end of its last operation, or in an open loop with its schedule if that is later; null
    /// likewise.</summary>
    [JsonIgnore]
    public long? WorkedUntilNanoseconds =>
        NeverStarted || Arrivals is null ? LastEndNanoseconds : Math.Max(Arrivals.EndNanoseconds, LastEndNanoseconds ?? 0);

    /// <summary>When it ceased to be active: with its work, or with the last thought where it thinks after each operation; null
    /// likewise.</summary>
    [JsonIgnore]
    public long? ActiveUntilNanoseconds => WorkedUntilNanoseconds + LastThoughtNanoseconds;

    /// <summary>How long it was active, planned rests left out, so that as many thoughts are in it as operations; 0 when it was
    /// not.</summary>
    [JsonIgnore]
    public long WorkingNanoseconds => (ActiveUntilNanoseconds - ActiveFromNanoseconds ?? 0) - RestNanoseconds;

    private bool NeverStarted => FirstStartNanoseconds is null && Arrivals is null or { Due: > 0 };
}
