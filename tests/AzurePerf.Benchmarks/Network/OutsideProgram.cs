using System.Diagnostics;

namespace AzurePerf.Benchmarks.Network;

/// <summary>Runs a program of somebody else.</summary>
internal static class OutsideProgram
{
    /// <summary>Runs it to its end and returns what it printed.</summary>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public static Task<string> RunAsync(string name, string[] arguments, CancellationToken cancellationToken) =>
        RunAsync(new ProcessStartInfo(name, arguments), cancellationToken);

    /// <summary>The same with an environment, which has what other users must not see among the arguments.</summary>
    public static async Task<string> RunAsync(ProcessStartInfo start, CancellationToken cancellationToken)
    {
        (start.RedirectStandardOutput, start.RedirectStandardError) = (true, true);
        var name = start.FileName;
        using var program = Process.Start(start)!;
        try
        {
            var errors = program.StandardError.ReadToEndAsync(cancellationToken);
            var output = await program.StandardOutput.ReadToEndAsync(cancellationToken);
            await program.WaitForExitAsync(cancellationToken);
            return program.ExitCode == 0 ? output : throw new InvalidOperationException($"{name} ended with {program.ExitCode}: {(output + await errors).Trim()}");
        }
        finally
        {
            if (!program.HasExited)
            {
                program.Kill();
            }
        }
    }

    /// <summary>Compiles a program in C for this processor.</summary>
    /// <returns>Its path, in a folder of its own that the caller deletes.</returns>
    public static async Task<string> CompileAsync(string name, string source, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("azureperf-" + name).FullName;
        var (file, program) = (Path.Combine(folder, name + ".c"), Path.Combine(folder, name));
        try
        {
            await File.WriteAllTextAsync(file, source, cancellationToken);
            await RunAsync("gcc", ["-O2", "-Wall", "-Werror", "-o", program, file], cancellationToken);
            return program;
        }
        catch
        {
            Directory.Delete(folder, recursive: true);
            throw;
        }
    }
}
