using AzurePerf.Core.Gangs;
using AzurePerf.Simulation.Faults;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Sabotages;
using AzurePerf.Simulation.Scheduling;
using AzurePerf.Storage;
using AzurePerf.TaskManager.Barrier;
using AzurePerf.TaskManager.Leadership;
using AzurePerf.Worker.Gangs;

namespace AzurePerf.Simulation.Ports;

/// <summary>The way from workers to the barriers of TaskManagers, in the place of HTTP: slow, sometimes silent, and gone with the process that answers.</summary>
internal sealed class BarrierNetwork(SimulationScheduler scheduler, Adversary adversary, Sabotage sabotage)
{
    private readonly Dictionary<string, Listener> _listeners = [];

    /// <summary>Told of each process that is about to answer.</summary>
    public Action<SimulatedProcess> Answered { get; set; } = _ => { };

    public static string AddressOf(SimulatedProcess process) => $"http://{process}/";

    public void Listen(SimulatedProcess process, StartBarrier barrier, Leadership leadership) => _listeners[AddressOf(process)] = new(process, barrier, leadership);

    /// <summary>Asks; the answer comes in the context of the process that asked, or never when that ends.</summary>
    public Task<T> AskAsync<T>(SimulatedProcess asking, BarrierLocation place, Func<StartBarrier, CancellationToken, Task<T>> ask, CancellationToken cancellationToken)
    {
        var question = new Question<T>(this, scheduler, adversary, asking, place, ask);
        question.Send(Find(place.Address), cancellationToken);
        return question.Answer;
    }

    private Listener? Find(string address)
    {
        var follower = sabotage.AnswersWithoutTheLead
            ? _listeners.Values.LastOrDefault(listener => listener.Process.State == ProcessState.Running && !listener.Leadership.Leads)
            : null;
        return follower ?? _listeners.GetValueOrDefault(address);
    }

    private bool MayAnswer(Listener listener) => listener.Leadership.Leads || sabotage.AnswersWithoutTheLead;

    internal sealed record Listener(SimulatedProcess Process, StartBarrier Barrier, Leadership Leadership);

    private sealed class Question<T>(
        BarrierNetwork network, SimulationScheduler scheduler, Adversary adversary, SimulatedProcess asking, BarrierLocation place, Func<StartBarrier, CancellationToken, Task<T>> ask)
    {
        private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

        private readonly TaskCompletionSource<T> _answer = new();

        public Task<T> Answer => _answer.Task;

        public void Send(Listener? listener, CancellationToken cancellationToken)
        {
            if (listener is null || adversary.LosesBarrierRequest())
            {
                scheduler.After(adversary.Latency(), () => Silence("nobody listens there"));
                return;
            }

            var aborted = new CancellationTokenSource();
            cancellationToken.UnsafeRegister(
                (_, token) =>
                {
                    _answer.TrySetCanceled(token);
                    scheduler.After(adversary.Latency(), () => listener.Process.Reach(aborted.Cancel));
                },
                null);
            scheduler.After(Patience, () => Silence("no answer in time"));
            scheduler.After(adversary.Latency(), () => listener.Process.Reach(() => listener.Process.Post(() => _ = ServeAsync(listener, aborted.Token))));
        }

        /// <summary>What the TaskManager's endpoints do with a request.</summary>
        private async Task ServeAsync(Listener listener, CancellationToken aborted)
        {
            try
            {
                if (!network.MayAnswer(listener) || !listener.Barrier.IsOpenedBy(place.Token, place.RunId, place.Point))
                {
                    Reply(() => Silence("the barrier answered 503"));
                    return;
                }

                var answer = await ask(listener.Barrier, aborted);
                if (!network.MayAnswer(listener))
                {
                    Reply(() => Silence("the barrier answered 503"));
                    return;
                }

                network.Answered(listener.Process);
                Reply(() => _answer.TrySetResult(answer));
            }
            catch (Exception failure) when (StorageFailure.MayPass(failure) || failure is OperationCanceledException)
            {
                Reply(() => Silence("the barrier answered 503"));
            }
        }

        private void Reply(Action reply)
        {
            if (!adversary.LosesBarrierRequest())
            {
                scheduler.After(adversary.Latency(), () => asking.Reach(reply));
            }
        }

        private void Silence(string reason) => asking.Reach(() => _answer.TrySetException(new BarrierUnavailableException(reason)));
    }
}
