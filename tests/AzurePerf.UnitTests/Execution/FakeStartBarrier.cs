using AzurePerf.Worker.Execution;

namespace AzurePerf.UnitTests.Execution;

/// <summary>A meeting point that notes when it is asked, and answers when a test lets it.</summary>
internal sealed class FakeStartBarrier : IStartBarrier
{
    public List<string> Calls { get; } = [];

    public TaskCompletionSource Everybody { get; } = new();

    public TaskCompletionSource<long> Start { get; } = new();

    public TaskCompletionSource Asked { get; } = new();

    public TaskCompletionSource Waiting { get; } = new();

    /// <summary>Whether all have ended.</summary>
    public TaskCompletionSource<bool> End { get; } = new();

    public Task PreparedAsync(CancellationToken stop)
    {
        Calls.Add("prepared");
        return Everybody.Task;
    }

    public Task<long> AgreeOnStartAsync(MeasurementClock clock, CancellationToken stop)
    {
        Calls.Add("warm");
        Asked.TrySetResult();
        return Start.Task.WaitAsync(stop);
    }

    public Task EndedAsync(MeasurementClock clock, CancellationToken stop)
    {
        Calls.Add("ended");
        return Task.CompletedTask;
    }

    public Task<bool> EverybodyHasEndedAsync(CancellationToken stop)
    {
        Calls.Add("waits");
        Waiting.TrySetResult();
        return End.Task;
    }
}
