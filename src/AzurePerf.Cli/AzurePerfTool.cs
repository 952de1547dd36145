using System.CommandLine;
using System.CommandLine.Help;
using AzurePerf.Cli.Baselines;
using AzurePerf.Cli.Comparisons;
using AzurePerf.Cli.Demo;
using AzurePerf.Cli.Doctor;
using AzurePerf.Cli.Experiments;
using AzurePerf.Cli.Images;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Keys;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Programs;
using AzurePerf.Cli.Reports;
using AzurePerf.Cli.Runs;
using AzurePerf.Cli.Schedules;
using AzurePerf.Cli.Shares;
using AzurePerf.Cli.Sources;
using AzurePerf.Cli.Workers;

namespace AzurePerf.Cli;

/// <summary>The `azureperf` command: its tree, and what becomes of every way to end.</summary>
internal sealed class AzurePerfTool(CommandContext context)
{
    private readonly GlobalOptions _globals = new(context);

    /// <summary>Runs one command line and returns the exit code.</summary>
    public async Task<int> RunAsync(string[] arguments, CancellationToken interrupted)
    {
        ParseResult? parsed = null;
        try
        {
            SecretGuard.Check(arguments);
            parsed = Parse(arguments);
            return await InvokeAsync(parsed, interrupted);
        }
        catch (CommandFailure failure)
        {
            Complain(parsed is null ? failure.Message : AdvisedCommand.Complete(failure.Message, _globals.GivenIn(parsed)),
                line => parsed is not null && failure.Members.TryGetValue(line, out var path) ? OptionNames.Of(parsed, path) : null);
            return failure.ExitCode;
        }
        catch (OperationCanceledException) when (interrupted.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        catch (Exception fault)
        {
            // Without this the runtime would abort with a code that the help does not list.
            context.Terminal.Error.WriteLine("azureperf: unexpected failure, please report it: " + fault);
            return ExitCode.Failure;
        }
    }

    /// <summary>What a command line says, without doing it; its errors are what is wrong with it.</summary>
    internal ParseResult Parse(string[] arguments) =>
        BuildRoot().Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });

    private RootCommand BuildRoot()
    {
        var root = new RootCommand(
            "Re-runs experiments of three published studies of Azure's performance (storage, databases, network, disk, compute) and "
                + "puts your numbers next to theirs.");
        _globals.AddTo(root);
        foreach (var option in root.Options.OfType<HelpOption>())
        {
            var standard = (HelpAction)option.Action!;
            standard.MaxWidth = context.Terminal.OutputIsTerminal ? context.Terminal.Columns : Sheet.UsualColumns;
            option.Action = new HelpWithExamples(standard);
            // A shell that completes a word would offer them among the commands.
            option.Aliases.Remove("/h");
            option.Aliases.Remove("/?");
        }

        Session Open(ParseResult parsed) => new(context, _globals.Read(parsed));
        root.Add(new DemoCommand(Open));
        root.Add(new UpCommand(Open));
        root.Add(SubmitCommand.Run(Open));
        root.Add(SubmitCommand.Submit(Open));
        root.Add(new ListCommand(Open));
        root.Add(new ShowCommand(Open));
        root.Add(new TasksCommand(Open));
        root.Add(new WatchCommand(Open));
        root.Add(new CancelCommand(Open));
        root.Add(new RetryCommand(Open));
        root.Add(new RerunCommand(Open));
        root.Add(new CloneCommand(Open));
        root.Add(new NoteCommand(Open));
        // Its name until words were the same everywhere; scripts have it.
        root.Add(new NoteCommand(Open, "annotate") { Hidden = true });
        root.Add(new BaselineCommand(Open));
        root.Add(new ReportCommand(Open));
        root.Add(new ExportCommand(Open));
        root.Add(new CompareCommand(Open));
        root.Add(new ShareCommand(Open));
        root.Add(new WorkersCommand(Open));
        root.Add(new ScheduleCommand(Open));
        root.Add(new KeysCommand(Open));
        root.Add(new ImagesCommand(Open));
        root.Add(new ProgramsCommand(Open));
        root.Add(new ExperimentsCommand(Open));
        root.Add(new OutcomesCommand(Open));
        root.Add(new DoctorCommand(Open));
        root.Add(new SourceCommand(Open));
        root.Add(new CompletionCommand(Open));
        root.SetAction(int (_) => throw CommandFailure.Usage(
            $"name a command: {string.Join(", ", root.Subcommands.Where(command => !command.Hidden).Select(command => command.Name))}; "
                + $"`azureperf --help` explains them"));
        return root;
    }

    private async Task<int> InvokeAsync(ParseResult parsed, CancellationToken interrupted)
    {
        var complaints = parsed.Action?.ClearsParseErrors == true
            ? []
            : Misspelling.TakenForValues(parsed).Select(typed => Misspelling.Complaint(parsed, typed))
            .Concat(
                parsed.Errors.Select(error => PlainText.OneLine(error.Message).TrimEnd('.') + Misspelling.Question(parsed, error.Message)))
                .ToArray();
        if (complaints.Length > 0)
        {
            foreach (var complaint in complaints)
            {
                Complain(complaint);
            }

            context.Terminal.Error.WriteLine("Try: " + NameOf(parsed.CommandResult) + " --help");
            return ExitCode.Usage;
        }

        return await parsed.InvokeAsync(
            new InvocationConfiguration
            {
                Output = context.Terminal.Output,
                Error = context.Terminal.Error,
                EnableDefaultExceptionHandler = false,
                ProcessTerminationTimeout = null,
            },
            interrupted);
    }

    private static string NameOf(System.CommandLine.Parsing.CommandResult result) =>
        result.Parent is System.CommandLine.Parsing.CommandResult parent ? NameOf(parent) + " " + result.Command.Name : "azureperf";

    private void Complain(string message, Func<string, string?>? optionOf = null)
    {
        foreach (var line in message.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var option = optionOf?.Invoke(line) is { } name ? $" ({name})" : "";
            context.Terminal.Tell("azureperf: " + line + option);
        }
    }
}
