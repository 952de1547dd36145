using System.Collections.Concurrent;
using System.Globalization;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>A thread that one loop has to itself, so that its processor time can be told from that of everything else in the process. Linux only.</summary>
internal sealed class LoopThread : SynchronizationContext, IDisposable
{
    private const double NanosecondsPerSecond = 1e9;

    private readonly BlockingCollection<(SendOrPostCallback Perform, object? State)> _posted = [];
    private readonly TaskCompletionSource<string> _statistics = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Thread _thread;

    public LoopThread()
    {
        _thread = new(Run) { IsBackground = true, Name = nameof(LoopThread) };
        _thread.Start();
    }

    /// <summary>Processor time of the thread so far, in seconds.</summary>
    public double CpuSeconds => double.Parse(File.ReadAllText(_statistics.Task.Result).Split(' ')[0], CultureInfo.InvariantCulture) / NanosecondsPerSecond;

    /// <summary>Begins something on the thread; what follows its waits is done there too.</summary>
    public async Task RunAsync(Func<Task> begin)
    {
        var begun = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Post(async _ =>
        {
            try
            {
                await begin();
                begun.SetResult();
            }
            catch (Exception exception)
            {
                begun.SetException(exception);
            }
        }, null);
        await begun.Task;
    }

    public override void Post(SendOrPostCallback d, object? state) => _posted.Add((d, state));

    public void Dispose()
    {
        _posted.CompleteAdding();
        _thread.Join();
        _posted.Dispose();
    }

    private void Run()
    {
        _statistics.SetResult($"/proc/{File.ResolveLinkTarget("/proc/thread-self", returnFinalTarget: false)!.FullName.Split("/proc/")[^1]}/schedstat");
        SetSynchronizationContext(this);
        foreach (var (perform, state) in _posted.GetConsumingEnumerable())
        {
            perform(state);
        }
    }
}
