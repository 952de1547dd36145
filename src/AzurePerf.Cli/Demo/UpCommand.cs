using System.CommandLine;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Demo;

/// <summary>`azureperf up`.</summary>
internal sealed class UpCommand : ToolCommand
{
    private readonly Option<bool> _sql = new("--sql")
    {
        Description = "Start a PostgreSQL server too, as the target sql; SQLite where none can run.",
    };

    private readonly ServiceOptions _services;
    private readonly ScaleOptions _scale;

    public UpCommand(Func<ParseResult, Session> open)
        : base(
            "up",
            "Starts API, portal, TaskManager and workers on this machine and stays until Ctrl-C.",
            "azureperf up",
            "azureperf up --port 5090 --workers 2 --logs ./logs",
            "azureperf up --min-workers 0 --max-workers 8 --slots 16",
            "azureperf up --min-workers 1 --scale-interval 5 --scale-cooldown 300",
            "azureperf up --sql",
            "azureperf up --secrets accounts.env")
    {
        _services = new(this, workers: 1, fewest: 1);
        Add(_sql);
        _scale = new(this);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed, cancellationToken));
    }

    private async Task<int> ExecuteAsync(Session session, ParseResult parsed, CancellationToken cancellationToken)
    {
        var given = await _services.ReadAsync(parsed, session.Context, parsed.GetValue(_sql), cancellationToken);
        var request = given with { Workers = _scale.Apply(parsed, given.Workers, _services.GiveWorkers(parsed)) };
        await using var services = await session.Context.Services.StartAsync(request, session.Say, cancellationToken);
        var (portal, source) = (services.WebAddress.AbsoluteUri, services.SourceAddress?.AbsoluteUri);
        session.Write(
            () => $"portal {portal}\n" + (source is null ? "" : $"source {source}\n"),
            () => $"portal,source\n{portal},{source}\n",
            new JsonObject { ["portal"] = portal, ["source"] = source }.ToJsonString());
        session.Say("everything runs; Ctrl-C ends it");
        return await services.WaitForInterruptionAsync(session.Context.Time, cancellationToken);
    }
}
