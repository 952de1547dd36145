using Spectre.Console;

namespace AzurePerf.Cli.Output;

/// <summary>Chooses how progress is shown on standard error: a live bar on a terminal, lines in a pipe.</summary>
internal sealed class ProgressDisplay(Terminal terminal, bool colour)
{
    /// <summary>Shows progress while some work lasts; the bar disappears with its end.</summary>
    public async Task<T> DuringAsync<T>(Func<IRunProgress, Task<T>> work)
    {
        if (!terminal.ErrorIsTerminal)
        {
            return await work(new LineProgress(terminal.Error));
        }

        return await OpenConsole().Progress()
            .AutoClear(true)
            .Columns(new TaskDescriptionColumn { Alignment = Justify.Left }, new ProgressBarColumn(), new ElapsedTimeColumn())
            .StartAsync(context => work(new BarProgress(context.AddTask("starting"))));
    }

    private IAnsiConsole OpenConsole() => AnsiConsole.Create(new AnsiConsoleSettings
    {
        Out = new AnsiConsoleOutput(terminal.Error),
        Interactive = InteractionSupport.Yes,
        ColorSystem = colour ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
    });
}
