using AzurePerf.Core.Measurements;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Runs;

/// <summary>Flags and outcomes in words, for people who see them in a table.</summary>
internal static class Explanations
{
    public static string Word(PointFlag flag) => CamelCase.Of(flag);

    public static string Word(OperationOutcome outcome) => CamelCase.Of(outcome);

    public static string Of(PointFlag flag) => flag switch
    {
        PointFlag.NotConcurrent => "The clients did not start together, so this is not what that many clients get at once.",
        PointFlag.RaggedEnd =>
            "Clients ended far apart; the last ones had the service to themselves, which makes the sum of the clients' rates too high.",
        PointFlag.GeneratorBound => "The machine that makes the load was the limit, not the service.",
        PointFlag.NoSteadyState => "The rate kept changing until the end.",
        PointFlag.HiddenRetries => "More requests went over the wire than the operations needed: something below the probe retried.",
        PointFlag.CacheSuspect => "A cache may have answered instead of the target.",
        PointFlag.SampleTooSmall => "There are too few samples for at least one of the usual percentiles.",
        PointFlag.ServiceThrottled => "The service asked at least one operation to slow down.",
        PointFlag.OperationsFailed => "At least one operation failed; rates and latencies count successes only.",
        PointFlag.ThroughProxy =>
            "Through the environment's proxy: the two workers could not reach each other directly, so what was measured is the way to "
                + "the proxy, through it and on.",
        PointFlag.SameAccount => "Control plane and target are one account, so the engine's own requests load what is measured.",
        PointFlag.NotDurable => "The server is set so that it may lose a transaction that it said was committed.",
        PointFlag.FaultsInjected => "Workers that executed its run injected faults (Worker:Faults).",
        PointFlag.Overloaded =>
            "More operations were offered per second than could be done, so there is no latency at that rate, and no percentile is given.",
        PointFlag.Partial => "The point was stopped before its planned end; this is a part of it.",
        _ => throw new ArgumentOutOfRangeException(nameof(flag), flag, "has no explanation"),
    };

    public static string Of(OperationOutcome outcome) => outcome switch
    {
        OperationOutcome.Ok => "Completed and, where there is content, verified.",
        OperationOutcome.Throttled => "The service asked to slow down.",
        OperationOutcome.ServerTimeout => "The service gave up in time.",
        OperationOutcome.ServerError => "The service failed.",
        OperationOutcome.ClientTimeout => "No complete answer came within the operation's timeout.",
        OperationOutcome.ConnectionRefused => "Nothing listens at the target's address.",
        OperationOutcome.ConnectionReset => "The connection broke before the answer was complete.",
        OperationOutcome.NameResolution => "The target's host name could not be resolved.",
        OperationOutcome.Tls => "The TLS handshake failed.",
        OperationOutcome.Unauthorized => "The target refused the sign-in.",
        OperationOutcome.NotFound => "What was asked for was not there.",
        OperationOutcome.Conflict => "What was to be made was there already.",
        OperationOutcome.PreconditionFailed => "What was to be changed had been changed by somebody else.",
        OperationOutcome.Rejected => "The service understood the request and refused it.",
        OperationOutcome.Corrupt => "The answer came whole, but its content is not what was stored.",
        OperationOutcome.Ambiguous => "A write got no answer: it may have landed.",
        OperationOutcome.Cancelled => "The operation was stopped with its run.",
        OperationOutcome.Harness => "The measuring code failed, not what it measures.",
        OperationOutcome.Deadlock => "The transaction and others waited for each other, and the server ended this one.",
        OperationOutcome.Serialization => "Other transactions changed what this one had read, and the server ended it.",
        OperationOutcome.LockTimeout => "Another transaction kept what this one needed for too long.",
        OperationOutcome.Failover => "The server was shutting down, or another one took its place.",
        _ => throw new ArgumentOutOfRangeException(nameof(outcome), outcome, "has no explanation"),
    };
}
