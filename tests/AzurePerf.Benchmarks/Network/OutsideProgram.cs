using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AzurePerf.Benchmarks.Network;

/// <summary>Runs a program of somebody else.</summary>
internal static partial class OutsideProgram
{
    private const int Children = -1;

    /// <summary>Processor time of all programs that this process started and that have ended.</summary>
    public static TimeSpan ProcessorTimeOfEnded()
    {
        Span<long> usage = stackalloc long[18];
        Marshal.ThrowExceptionForHR(ReadUsage(Children, ref MemoryMarshal.GetReference(usage)));

        // Seconds and microseconds in user mode, and the same in the kernel's.
        return TimeSpan.FromSeconds(usage[0] + usage[2]) + TimeSpan.FromMicroseconds(usage[1] + usage[3]);
    }

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

    [LibraryImport("libc", EntryPoint = "getrusage")]
    private static partial int ReadUsage(int who, ref long usage);
}
