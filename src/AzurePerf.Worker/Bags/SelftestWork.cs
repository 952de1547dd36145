using AzurePerf.Core.Experiments.Bags;
using AzurePerf.Probes.Works;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Bags;

/// <summary>selftest.bag: takes time, fails or ends the process, as the run's seed says.</summary>
internal sealed class SelftestWork(SelftestLedger ledger, ProcessEnd endProcess, TimeProvider time) : ITaskWork
{
    public string Name => SelftestBagOptions.Definition.Id;

    public async Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop)
    {
        ledger.Add(context);
        var options = (SelftestBagOptions)context.Options;
        var fate = SelftestDraw.FateOf(options, context.Seed, context.Stage, context.Task, context.Attempt);
        if (fate == SelftestFate.Crashing)
        {
            endProcess($"attempt {context.Attempt} of task {context.Subject} of a selftest was drawn to crash");
        }

        var duration = TimeSpan.FromMilliseconds(options.TaskMilliseconds * (fate == SelftestFate.Slow ? options.SlowFactor : 1));
        if (duration > TimeSpan.Zero)
        {
            await Task.Delay(duration, time, stop);
        }

        return fate == SelftestFate.Failing ? throw new SelftestException($"attempt {context.Attempt} was drawn to fail") : "{}";
    }
}

/// <summary>A failure that a selftest asked for.</summary>
internal sealed class SelftestException : Exception
{
    public SelftestException()
    {
    }

    public SelftestException(string message)
        : base(message)
    {
    }

    public SelftestException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
