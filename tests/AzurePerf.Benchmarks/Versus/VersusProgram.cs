namespace AzurePerf.Benchmarks.Versus;

/// <summary>Runs the `versus` verbs on the console; Ctrl-C ends the comparison and what it started.</summary>
internal static class VersusProgram
{
    public static async Task<int> RunAsync(string[] arguments)
    {
        using var interrupted = new CancellationTokenSource();
        Console.CancelKeyPress += (_, pressed) =>
        {
            pressed.Cancel = true;
            interrupted.Cancel();
        };
        try
        {
            var command = new VersusCommand(VersusCatalogue.Entries, Console.Out, Console.Error);
            return (int)await command.RunAsync(arguments, interrupted.Token);
        }
        catch (OperationCanceledException) when (interrupted.IsCancellationRequested)
        {
            return (int)VersusExitCode.Interrupted;
        }
        catch (Exception exception)
        {
            Console.Error.WriteLine(exception);
            return (int)VersusExitCode.Failed;
        }
    }
}
