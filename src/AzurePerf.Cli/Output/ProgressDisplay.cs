using AzurePerf.Core.Api;
using Spectre.Console;

namespace AzurePerf.Cli.Output;

/// <summary>Chooses how progress is shown on standard error: a live bar on a terminal, lines in a pipe.</summary>
internal sealed class ProgressDisplay(Terminal terminal, bool colour, bool quiet)
{
    /// <summary>Shows progress while some work lasts; the bar disappears with its end.</summary>
    public async Task<T> DuringAsync<T>(Func<IRunProgress, Task<T>> work)
    {
        if (quiet)
        {
            return await work(new NoProgress());
        }

        if (!terminal.ErrorIsTerminal)
        {
            return await work(new LineProgress(terminal.Error));
        }

        return await Bar().StartAsync(context => work(new BarProgress(context.AddTask("starting"), terminal.Columns)));
    }

    /// <summary>Shows progress on a terminal only: in a pipe the result says it.</summary>
    public Task<T> WhileLiveAsync<T>(Func<IRunProgress, Task<T>> work) =>
        terminal.ErrorIsTerminal ? DuringAsync(work) : work(new NoProgress());

    /// <summary>Shows how many of so many steps are done, on a terminal only: in a pipe the result says it.</summary>
    public async Task<T> CountAsync<T>(string what, int steps, Func<Action<int>, Task<T>> work)
    {
        if (quiet || !terminal.ErrorIsTerminal)
        {
            return await work(_ => { });
        }

        return await Bar().StartAsync(context =>
            {
                var task = context.AddTask(what, maxValue: steps);
                return work(done => task.Value = done);
            });
    }

    private Progress Bar() => OpenConsole().Progress()
        .AutoClear(true)
        .Columns(new TaskDescriptionColumn { Alignment = Justify.Left }, new ProgressBarColumn(), new ElapsedTimeColumn());

    private IAnsiConsole OpenConsole() => AnsiConsole.Create(new AnsiConsoleSettings
    {
        Out = new AnsiConsoleOutput(terminal.Error),
        Interactive = InteractionSupport.Yes,
        ColorSystem = colour ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
    });
}

/// <summary>For a terminal: one live bar over the points of a run, or the tasks of its bags.</summary>
/// <param name="bar">The bar.</param>
/// <param name="columns">Width of the terminal.</param>
internal sealed class BarProgress(ProgressTask bar, int columns) : IRunProgress
{
    /// <summary>What the bar and the time next to it take at least.</summary>
    private const int BarColumns = 30;

    public void Show(RunResponse run)
    {
        bar.Description = Markup.Escape(
            PlainText.Shorten($"{run.Spec.Experiment}: {RunPhase.Describe(run)}", Math.Max(columns - BarColumns, BarColumns)));
        var planned = RunPhase.Planned(run);
        bar.IsIndeterminate = planned == 0;
        bar.MaxValue = Math.Max(1, planned);
        bar.Value = RunPhase.Done(run);
    }

    public void ShowSilence(string why) => bar.Description = Markup.Escape(why);
}

/// <summary>Shows nothing.</summary>
internal sealed class NoProgress : IRunProgress
{
    public void Show(RunResponse run)
    {
    }

    public void ShowSilence(string why)
    {
    }
}
