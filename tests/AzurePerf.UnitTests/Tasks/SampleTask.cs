using AzurePerf.Core.Tasks;

namespace AzurePerf.UnitTests.Tasks;

/// <summary>Tasks in every status.</summary>
internal static class SampleTask
{
    public static readonly DateTimeOffset Then = new(2026, 2, 14, 9, 30, 0, TimeSpan.Zero);
    public static readonly DateTimeOffset Now = Then.AddMinutes(7);

    public static BenchmarkTask In(BenchmarkTaskStatus status, StageKind stage = StageKind.Measure) => new()
    {
        Key = new("aaaaaaaaaaaaaaaaaaaa", stage, 0),
        Order = new(),
        Status = status,
        Attempt = 3,
        ReadyAt = Then,
        Owner = status == BenchmarkTaskStatus.Ready ? "" : "worker1",
        Nonce = status == BenchmarkTaskStatus.Ready ? "" : "nonce1",
        FailureCause = status is BenchmarkTaskStatus.Censored or BenchmarkTaskStatus.Failed or BenchmarkTaskStatus.Dead ? FailureCause.UserCodeError : null,
        Failures = status is BenchmarkTaskStatus.Censored ? new(UserCode: 1) : new(),
        Result = status is BenchmarkTaskStatus.Censored or BenchmarkTaskStatus.Measured ? "{}" : "",
    };
}
