using System.Globalization;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>A thread that one loop has to itself, so that its processor time can be told from that of everything else in the process. Linux only.</summary>
internal sealed class LoopThread : SynchronizationContext, IDisposable
{
    private const double NanosecondsPerSecond = 1e9;

    private readonly Queue<(SendOrPostCallback Perform, object? State)> _posted = [];
    private readonly TaskCompletionSource<string> _statistics = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Thread _thread;
    private bool _isOver;

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

    public override void Post(SendOrPostCallback d, object? state)
    {
        lock (_posted)
        {
            _posted.Enqueue((d, state));
            Monitor.Pulse(_posted);
        }
    }

    public void Dispose()
    {
        lock (_posted)
        {
            _isOver = true;
            Monitor.Pulse(_posted);
        }

        _thread.Join();
    }

    private void Run()
    {
        _statistics.SetResult($"/proc/{File.ResolveLinkTarget("/proc/thread-self", returnFinalTarget: false)!.FullName.Split("/proc/")[^1]}/schedstat");
        SetSynchronizationContext(this);
        while (Next() is { } next)
        {
            next.Perform(next.State);
        }
    }

    /// <summary>Waits asleep: a collection of the framework would spin first, which counts as work.</summary>
    private (SendOrPostCallback Perform, object? State)? Next()
    {
        lock (_posted)
        {
            while (_posted.Count == 0 && !_isOver)
            {
                Monitor.Wait(_posted);
            }

            return _posted.TryDequeue(out var next) ? next : null;
        }
    }
}
