using System.CommandLine;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Sources.Serving;

namespace AzurePerf.Cli.Sources;

/// <summary>`azureperf source serve`.</summary>
internal sealed class ServeSourceCommand : ToolCommand
{
    private const string TokenOption = "--token-file";

    private readonly Option<int> _port = IntegerOption.Create(
        "--port", "Where on 127.0.0.1 it listens; 0 takes a free one.", 0, ushort.MaxValue, byDefault: 5190);

    private readonly Option<int> _seed = IntegerOption.Create(
        "--seed", "Of the made Earth: equal seeds give equal files.", 0, int.MaxValue, byDefault: 1);

    private readonly Option<string> _scale = new("--scale")
    {
        Description = "Lines and columns of a granule; 1 has those of NASA's. From 1/10 on, listings of swaths have all sizes.",
        HelpName = string.Join('|', MadeServerSettings.AllowedCoarseness.Select(TextOf)),
        DefaultValueFactory = _ => TextOf(10),
    };

    private readonly Option<string?> _token = new(TokenOption)
    {
        Description = "File with the bearer token that requests must show, readable by you alone.",
        HelpName = "FILE",
    };

    public ServeSourceCommand(Func<ParseResult, Session> open)
        : base(
            "serve",
            "Serves made granules of MODIS at the addresses of NASA's archive and stays until Ctrl-C.",
            "azureperf source serve",
            "azureperf source serve --port 5191 --seed 7 --scale 1",
            "azureperf source serve --token-file token.txt")
    {
        _scale.AcceptOnlyFromAmong([.. MadeServerSettings.AllowedCoarseness.Select(TextOf)]);
        Add(_port);
        Add(_seed);
        Add(_scale);
        Add(_token);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), SettingsOf(parsed), cancellationToken));
    }

    private static string TextOf(int coarseness) => coarseness == 1 ? "1" : $"1/{coarseness}";

    private MadeServerSettings SettingsOf(ParseResult parsed) => new(
        parsed.GetValue(_seed),
        MadeServerSettings.AllowedCoarseness.Single(coarseness => TextOf(coarseness) == parsed.GetValue(_scale)),
        parsed.GetValue(_port),
        parsed.GetValue(_token) is not { } file ? null
            : SecretFile.Read(file, TokenOption).Trim() is { Length: > 0 } token ? token
            : throw CommandFailure.Usage($"{TokenOption}: the file is empty"));

    private static async Task<int> ExecuteAsync(Session session, MadeServerSettings settings, CancellationToken cancellationToken)
    {
        await using var server = await StartAsync(session, settings, cancellationToken);
        var address = server.Address.AbsoluteUri;
        session.Write(() => $"source {address}\n", () => $"source\n{address}\n", new JsonObject { ["source"] = address }.ToJsonString());
        session.Say($"a day is listed at {address}archive/allData/61/MOD11A1/2024/025.json; Ctrl-C ends it");
        await Task.Delay(Timeout.InfiniteTimeSpan, session.Context.Time, cancellationToken);
        return ExitCode.Ok;
    }

    private static async Task<MadeServer> StartAsync(Session session, MadeServerSettings settings, CancellationToken cancellationToken)
    {
        try
        {
            return await MadeServer.StartAsync(settings, session.Say, cancellationToken);
        }
        catch (Exception failure) when (failure is IOException or SocketException)
        {
            throw new CommandFailure($"cannot listen on port {settings.Port}: {failure.Message}", cause: failure);
        }
    }
}
