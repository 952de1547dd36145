using AzurePerf.Core.Experiments.Bags;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Bags;

/// <summary>selftest.bag: takes time, fails or ends the process, as the run's seed says.</summary>
internal sealed class SelftestWork(SelftestLedger ledger, ProcessEnd endProcess, TimeProvider time) : IBagWork
{
    public string Experiment => SelftestBagOptions.Definition.Id;

    public async Task<string> ExecuteAsync(RunState run, BenchmarkTask task, CancellationToken stop)
    {
        ledger.Add(task);
        var options = (SelftestBagOptions)RunPlanner.BindBag(SelftestBagOptions.Definition, run.Spec);
        var fate = SelftestDraw.FateOf(options, run.Spec.Seed, task.Key.Stage.Number, task.Key.Number, task.Attempt);
        if (fate == SelftestFate.Crashing)
        {
            endProcess($"attempt {task.Attempt} of task {task.Key} of a selftest was drawn to crash");
        }

        var duration = TimeSpan.FromMilliseconds(options.TaskMilliseconds * (fate == SelftestFate.Slow ? options.SlowFactor : 1));
        if (duration > TimeSpan.Zero)
        {
            await Task.Delay(duration, time, stop);
        }

        return fate == SelftestFate.Failing ? throw new SelftestException($"attempt {task.Attempt} was drawn to fail") : "{}";
    }
}
