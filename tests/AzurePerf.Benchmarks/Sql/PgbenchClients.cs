using System.Globalization;
using System.Text.RegularExpressions;
using AzurePerf.Benchmarks.Network;
using AzurePerf.Core.Targets.Sql;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>The clients of pgbench, which perform one script with prepared statements.</summary>
internal sealed partial class PgbenchClients : IDisposable
{
    /// <summary>Of transactions whose time is written down: enough for a median, too few to cost anything.</summary>
    private const string Sampled = "0.1";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-pgbench-");
    private readonly SqlAddress _address;

    public PgbenchClients(SqlAddress address, string script)
    {
        _address = address;
        File.WriteAllText(Script, script);
    }

    private string Script => Path.Combine(_folder.FullName, "script.sql");

    /// <summary>Performs a number of transactions with one client.</summary>
    public Task PerformAsync(int port, int transactions, CancellationToken cancellationToken) =>
        RunAsync(port, ["-c", "1", "-t", Text(transactions)], cancellationToken);

    /// <summary>Measures clients for some seconds, with a thread for each as long as there are processors.</summary>
    /// <exception cref="InvalidOperationException">A transaction failed.</exception>
    public async Task<ClientReading> MeasureAsync(int clients, int seconds, CancellationToken cancellationToken)
    {
        var processor = OutsideProgram.ProcessorTimeOfEnded();
        var output = await RunAsync(
            _address.Port,
            [
                "-c", Text(clients), "-j", Text(Math.Min(clients, Environment.ProcessorCount)), "-T", Text(seconds),
                "-l", $"--sampling-rate={Sampled}", $"--log-prefix={Path.Combine(_folder.FullName, "log")}",
            ],
            cancellationToken);
        processor = OutsideProgram.ProcessorTimeOfEnded() - processor;
        return FailedLine().IsMatch(output) && PerformedLine().Match(output) is { Success: true } performed
            ? new(
                double.Parse(RateLine().Match(output).Groups["rate"].Value, CultureInfo.InvariantCulture),
                TakeMedianMicroseconds(),
                processor.TotalMicroseconds / long.Parse(performed.Groups["count"].Value, CultureInfo.InvariantCulture))
            : throw new InvalidOperationException("transactions of pgbench failed: " + output);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    /// <summary>The third word of each line is a transaction's time.</summary>
    private double TakeMedianMicroseconds()
    {
        var times = new List<double>();
        foreach (var log in _folder.GetFiles("log.*"))
        {
            times.AddRange(File.ReadLines(log.FullName).Select(line => double.Parse(line.Split(' ')[2], CultureInfo.InvariantCulture)));
            log.Delete();
        }

        times.Sort();
        return times[times.Count / 2];
    }

    private Task<string> RunAsync(int port, string[] arguments, CancellationToken cancellationToken) => PostgresTool.Pgbench.RunAsync(
        _address, port, Brokerage.Database, ["-M", "prepared", "-n", "-f", Script, .. arguments], cancellationToken);

    [GeneratedRegex(@"^tps = (?<rate>[0-9.]+) \(without initial connection time\)", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex RateLine();

    [GeneratedRegex("^number of transactions actually processed: (?<count>[0-9]+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex PerformedLine();

    [GeneratedRegex(@"^number of failed transactions: 0 ", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex FailedLine();
}
