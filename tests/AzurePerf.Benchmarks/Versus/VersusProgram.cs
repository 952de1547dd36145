using AzurePerf.Cli.Invocation;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>Runs the `versus` verbs on the console; Ctrl-C or SIGTERM ends the comparison and what it started, a second one this process at once.</summary>
internal static class VersusProgram
{
    public static async Task<int> RunAsync(string[] arguments)
    {
        using var interruption = Interruption.OfProcess();
        try
        {
            var command = new VersusCommand(VersusCatalogue.Entries, Console.Out, Console.Error);
            return (int)await command.RunAsync(arguments, interruption.Requested);
        }
        catch (Exception exception)
        {
            Console.Error.WriteLine(exception);
            return (int)VersusExitCode.Failed;
        }
    }
}
