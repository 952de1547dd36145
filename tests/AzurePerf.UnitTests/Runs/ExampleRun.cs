using AzurePerf.Core.Runs;

namespace AzurePerf.UnitTests.Runs;

/// <summary>Headers of runs.</summary>
internal static class ExampleRun
{
    public static RunState Accepted(string runId, DateTimeOffset submittedAt, OnError onError = OnError.Continue) => new()
    {
        RunId = runId,
        Spec = SampleSpecs.Downloads(repetitions: 1) with { OnError = onError },
        Owner = "tester",
        BodyHash = "",
        IndexKey = RunIndexKey.For(runId, submittedAt),
        Status = RunStatus.Accepted,
        SubmittedAt = submittedAt,
    };
}
