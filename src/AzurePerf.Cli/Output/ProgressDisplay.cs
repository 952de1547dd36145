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

        return await Bar().StartAsync(context => work(new BarProgress(context.AddTask("starting"))));
    }

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
