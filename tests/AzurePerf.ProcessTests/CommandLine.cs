using System.Diagnostics;
using System.Globalization;
using AzurePerf.Cli;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.ProcessTests;

/// <summary>The command as users start it: a process of its own, with both streams in pipes. Or without the process, where a test asks for what it does and prints.</summary>
internal static class CommandLine
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);

    /// <summary>The executable that the build makes.</summary>
    public static string Executable => Path.Combine(Directory.GetParent(TestPrograms.HostsFolder)!.FullName, "azureperf");

    /// <summary>Runs azureperf to its end.</summary>
    /// <param name="environment">Variables beside those of this process.</param>
    /// <param name="arguments">The command line.</param>
    public static Task<CommandEnd> RunAsync(IReadOnlyDictionary<string, string> environment, params string[] arguments) =>
        RunProgramAsync(Executable, environment, arguments);

    /// <summary>Runs azureperf to its end in this process: a start takes longer than what most commands do.</summary>
    /// <param name="environment">Variables beside those of this process.</param>
    /// <param name="arguments">The command line.</param>
    public static async Task<CommandEnd> RunHereAsync(IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        var (output, error) = (NewText(), NewText());
        var context = CommandContext.OfProcess();
        var exitCode = await new AzurePerfTool(context with
        {
            Terminal = new(TextWriter.Synchronized(output), TextWriter.Synchronized(error), TextReader.Null, OutputIsTerminal: false, ErrorIsTerminal: false) { Columns = 0 },
            Environment = new Dictionary<string, string>([.. context.Environment.ExceptBy(environment.Keys, own => own.Key), .. environment], StringComparer.Ordinal),
        }).RunAsync(arguments, TestContext.Current.CancellationToken).WaitAsync(Limit, TimeProvider.System, TestContext.Current.CancellationToken);
        return new(exitCode, output.ToString(), error.ToString());

        static StringWriter NewText() => new(CultureInfo.InvariantCulture) { NewLine = "\n" };
    }

    /// <summary>Runs azureperf, and presses Ctrl-C as soon as it says how things go.</summary>
    public static async Task<CommandEnd> RunInterruptedAsync(IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        using var process = Start(Executable, environment, arguments);
        var output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var first = await process.StandardError.ReadLineAsync(TestContext.Current.CancellationToken);
        OperatingSystemProcess.Signal(process.Id, OperatingSystemProcess.Interrupt);
        var rest = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var end = await EndAsync(process, output, rest);
        return end with { Error = $"{first}\n{end.Error}" };
    }

    /// <summary>Runs any program to its end.</summary>
    public static async Task<CommandEnd> RunProgramAsync(string program, IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        using var process = Start(program, environment, arguments);
        return await EndAsync(
            process, process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken), process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken));
    }

    private static Process Start(string program, IReadOnlyDictionary<string, string> environment, string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        var process = Process.Start(start)!;
        process.StandardInput.Close();
        return process;
    }

    private static async Task<CommandEnd> EndAsync(Process process, Task<string> output, Task<string> error)
    {
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Limit, TimeProvider.System, TestContext.Current.CancellationToken);
        return new(process.ExitCode, await output, await error);
    }
}
