using AzurePerf.Cli.Local;

namespace AzurePerf.UnitTests.Cli;

/// <summary>Starts services that only say that they run.</summary>
internal sealed class StubServices : IServiceStarter
{
    private readonly TaskCompletionSource<string> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private readonly TaskCompletionSource _staysUp = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _looks;

    public ServiceRequest? Started { get; private set; }

    public bool Disposed { get; private set; }

    public Uri? Source { get; init; }

    /// <summary>Done when a demo has said everything and only stays up: it looks for the end of its services a second time.</summary>
    public Task StaysUp => _staysUp.Task;

    /// <summary>Lets a service end by itself.</summary>
    public void End(string sentence) => _ended.TrySetResult(sentence);

    public Task<IRunningServices> StartAsync(ServiceRequest request, Action<string> say, CancellationToken cancellationToken)
    {
        Started = request;
        say("services started");
        return Task.FromResult<IRunningServices>(new Running(this));
    }

    private sealed class Running(StubServices services) : IRunningServices
    {
        public Uri WebAddress { get; } = new("http://127.0.0.1:5099/");

        public Uri? SourceAddress => services.Source;

        public Task<string> Ended
        {
            get
            {
                if (Interlocked.Increment(ref services._looks) == 2)
                {
                    services._staysUp.SetResult();
                }

                return services._ended.Task;
            }
        }

        public ValueTask DisposeAsync()
        {
            services.Disposed = true;
            return ValueTask.CompletedTask;
        }
    }
}
