using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;

namespace AzurePerf.Cli.Workers;

/// <summary>`azureperf workers scale`.</summary>
internal sealed class ScaleWorkersCommand : ToolCommand
{
    private readonly Option<string> _pool = new("--pool") { Description = "The pool: measure or bag.", HelpName = "POOL", Required = true };
    private readonly Option<int?> _min = IntegerOption.CreateOptional(
        "--min", "Workers that run even when there is nothing to do, 0 to 1000.", 0, PoolScaleRequest.Most);
    private readonly Option<int?> _max = IntegerOption.CreateOptional(
        "--max", "Workers that run at most, 1 to 1000; 1 to 64 on one machine.", 1, PoolScaleRequest.Most);
    private readonly Option<bool> _force = new("--force")
    {
        Description = "Also where it ends measurements that run, which are then repeated.",
    };

    public ScaleWorkersCommand(Func<ParseResult, Session> open)
        : base("scale", "Changes how many workers a pool has.", "azureperf workers scale --pool measure --min 0 --max 20",
            "azureperf workers scale --pool bag --min 2 --max 2")
    {
        _pool.AcceptOnlyFromAmong([.. WorkerPool.All]);
        _min.Required = true;
        _max.Required = true;
        Add(_pool);
        Add(_min);
        Add(_max);
        Add(_force);
        SetAction((parsed, cancellationToken) => ExecuteAsync(
            open(parsed), parsed.GetRequiredValue(_pool),
            new(parsed.GetValue(_min)!.Value, parsed.GetValue(_max)!.Value, parsed.GetValue(_force)), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string pool, PoolScaleRequest request, CancellationToken cancellationToken)
    {
        if (request.Faults().ToArray() is [var (member, fault), ..])
        {
            throw CommandFailure.Usage($"--{member} {fault}");
        }

        using var api = session.OpenApi();
        var scaled = await api.ScaleWorkersAsync(pool, request, cancellationToken);
        session.Write(
            () => FormattableString.Invariant($"{scaled.Value.Pool}: {scaled.Value.Min} to {scaled.Value.Max} workers\n"),
            () =>
            {
                var csv = new CsvText("pool", "min", "max", "scaler");
                csv.Add(scaled.Value.Pool, scaled.Value.Min, scaled.Value.Max, scaled.Value.Scaler);
                return csv.ToString();
            },
            scaled.Json);
        return ExitCode.Ok;
    }
}
