using AzurePerf.Core.Api;
using Spectre.Console;

namespace AzurePerf.Cli.Output;

/// <summary>Chooses how progress is shown on standard error: a live bar on a terminal, lines in a pipe.</summary>
internal sealed class ProgressDisplay(Terminal terminal, bool colour, bool quiet)
{
    private IAnsiConsole? _live;

    /// <summary>Whether the terminal moves its cursor when told to; found out where nobody says.</summary>
    public AnsiSupport CursorMoves { get; init; } = AnsiSupport.Detect;

    /// <summary>Tells a sentence on standard error: above the bar while there is one, which would else be drawn over it.</summary>
    public void Tell(string sentence)
    {
        if (_live is not { } console)
        {
            terminal.Tell(sentence);
            return;
        }

        foreach (var line in terminal.Lines(sentence))
        {
            // A line that is shorter than the bar would leave its end.
            console.WriteLine(line.PadRight(console.Profile.Width - 1));
        }
    }

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

        return await DrawAsync("starting", 1, bar => work(new BarProgress(bar, terminal.Columns)));
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

        return await DrawAsync(what, steps, bar => work(done => bar.Value = done));
    }

    private async Task<T> DrawAsync<T>(string what, int steps, Func<ProgressTask, Task<T>> work)
    {
        var console = OpenConsole();
        try
        {
            _live = console;
            return await console.Progress()
                .AutoClear(true)
                .Columns([
                    new TaskDescriptionColumn { Alignment = Justify.Left },
                    .. terminal.Columns < BarProgress.LeastColumns ? Array.Empty<ProgressColumn>() : [new ProgressBarColumn()],
                    new ElapsedTimeColumn(),
                ])
                .StartAsync(context =>
                {
                    var bar = context.AddTask(what, maxValue: steps);
                    context.Refresh();
                    return work(bar);
                });
        }
        finally
        {
            _live = null;
        }
    }

    private IAnsiConsole OpenConsole() => AnsiConsole.Create(new AnsiConsoleSettings
    {
        Out = new AnsiConsoleOutput(terminal.Error),
        Ansi = CursorMoves,
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

    /// <summary>What the time takes with room before it.</summary>
    private const int TimeColumns = 12;

    /// <summary>A narrower terminal has room for words and the time alone.</summary>
    public const int LeastColumns = 60;

    private int WordColumns => columns < LeastColumns ? Math.Max(columns - TimeColumns, 10) : columns - BarColumns;

    public void Show(RunResponse run)
    {
        bar.Description = Markup.Escape(PlainText.Shorten($"{run.Spec.Experiment}: {RunPhase.Describe(run)}", WordColumns));
        var planned = RunPhase.Planned(run);
        bar.IsIndeterminate = planned == 0;
        bar.MaxValue = Math.Max(1, planned);
        bar.Value = RunPhase.Done(run);
    }

    public void ShowSilence(string why) =>
        bar.Description = Markup.Escape(columns < LeastColumns ? PlainText.Shorten(why, WordColumns) : why);
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
