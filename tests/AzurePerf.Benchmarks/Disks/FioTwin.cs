using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Benchmarks.Disks;

/// <summary>The same test by fio, with as many threads that each have one operation under way, on the same open file.</summary>
internal sealed class FioTwin(string path)
{
    /// <summary>Name and version, as fio says them.</summary>
    public string Version { get; } = Run("--version").Trim();

    public DiskReading Measure(DiskBlockOptions options)
    {
        var threads = options.Clients.ToString(CultureInfo.InvariantCulture);
        var block = options.BlockBytes.ToString(CultureInfo.InvariantCulture);
        // No size: with an offset fio would take the file for too short and write a new one.
        using var output = JsonDocument.Parse(Run(
            [
                "--name=twin", $"--filename={path}", "--allow_file_create=0", "--direct=1", "--ioengine=psync", "--thread",
                $"--numjobs={threads}", $"--bs={block}", "--time_based", "--runtime=1", "--group_reporting", "--output-format=json", "--clat_percentiles=0", "--lat_percentiles=1",
                .. PatternOf(options, block),
            ]));
        var side = output.RootElement.GetProperty("jobs")[0].GetProperty(options.Direction == DiskDirection.Read ? "read" : "write");
        return new(side.GetProperty("bw_bytes").GetDouble(), side.GetProperty("lat_ns").GetProperty("percentile").GetProperty("50.000000").GetDouble());
    }

    // As our clients do: in order, each thread takes every k-th block from its own on, and at random every block is as likely as any other.
    private static string[] PatternOf(DiskBlockOptions options, string block)
    {
        var direction = options.Direction == DiskDirection.Read ? "read" : "write";
        return options.Pattern == DiskPattern.Random ? ["--rw=rand" + direction, "--norandommap"]
            : options.Clients == 1 ? ["--rw=" + direction]
            : [string.Create(CultureInfo.InvariantCulture, $"--rw={direction}:{(options.Clients - 1L) * options.BlockBytes}"), "--offset_increment=" + block];
    }

    private static string Run(params string[] arguments)
    {
        using var fio = Process.Start(new ProcessStartInfo("fio", arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        var error = fio.StandardError.ReadToEndAsync();
        var output = fio.StandardOutput.ReadToEnd();
        fio.WaitForExit();
        return fio.ExitCode == 0 ? output : throw new InvalidOperationException($"fio ended with {fio.ExitCode}: {error.GetAwaiter().GetResult()}");
    }
}
