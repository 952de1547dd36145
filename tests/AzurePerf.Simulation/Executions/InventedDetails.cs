using AzurePerf.Core.Measurements;
using AzurePerf.Simulation.Ports;
using AzurePerf.Testing.Measurements;

namespace AzurePerf.Simulation.Executions;

/// <summary>Details of a point that nobody measured, as a worker stores them: the engine puts those of a gang together.</summary>
internal static class InventedDetails
{
    /// <summary>Those of a member of a gang in full; of an execution that measured alone nobody reads them, so they only say whose they are.</summary>
    /// <param name="nonce">Of the claim.</param>
    /// <param name="member">What ties a member to the others; null for an execution that measured alone.</param>
    public static BinaryData Of(string nonce, MemberTiming? member) => member is null ? BinaryData.FromString(nonce) : BinaryData.FromBytes(new PointObservation
    {
        Clients = [ClientOf(member.Member)],
        PlannedWireRequestsPerOperation = 1,
        SetUpNanoseconds = 0,
        WarmUpNanoseconds = 0,
        Latencies = new(),
        Failures = new Dictionary<OperationOutcome, FailedOperations>(),
        FollowUpMessage = nonce,
        SamplesKept = 0,
        Environment = SampleEnvironment.Value,
        Timing = member,
    }.ToFile());

    public static string NonceIn(BinaryData details)
    {
        if (details.ToMemory().Span is not [0x1f, 0x8b, ..])
        {
            return details.ToString();
        }

        using var file = details.ToStream();
        return ControlAccount.Now(PointObservation.ReadAsync(file, CancellationToken.None)).FollowUpMessage;
    }

    private static ClientMeasurement ClientOf(int member) => new()
    {
        Client = member,
        FirstStartNanoseconds = 0,
        LastEndNanoseconds = 1_000_000,
        Completed = 0,
        Failed = 0,
        Bytes = 0,
        WireRequests = 0,
        BusyNanoseconds = 0,
        HarnessNanoseconds = 0,
        OverlapOperations = 0,
        OverlapBytes = 0,
        FollowUpFailures = 0,
        End = ClientEnd.Operations,
        WarmUpOperations = 0,
        WarmUpFailures = 0,
    };
}
