using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Targets;
using AzurePerf.Testing.Http;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

/// <summary>What goes over the wire, counted between the client library and the emulator and not by the probes.</summary>
[Collection(nameof(ProbeAccountCollection))]
public sealed partial class WireRequestTests(ProbeAccount account)
{
    private const int OperationsPerClient = 2;
    private const int Operations = ProbeSession.Clients * OperationsPerClient;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>Experiment, parameters, and the requests of one operation.</summary>
    public static TheoryData<string, string, string> Cases => new()
    {
        { "blob.download", """{"blobBytes":300001}""", "GET dataset/shared" },
        { "blob.download", """{"blobBytes":1500000,"containers":2,"sink":"file"}""", "GET dataset/shared" },
        { "blob.upload", """{"blobBytes":1024}""", "PUT point/blob" },
        { "blob.upload", """{"blobBytes":65536,"blockBytes":65536}""", "PUT point/blob" },
        { "blob.upload", """{"blobBytes":200000,"blockBytes":65536}""", "4 PUT point/blob?comp=block, PUT point/blob?comp=blocklist" },
        { "blob.upload", """{"blobBytes":2200000,"blockBytes":1100000}""", "2 PUT point/blob?comp=block, PUT point/blob?comp=blocklist" },
        { "insert.ratio", """{"service":"blob","objectBytes":4096}""", "PUT point/blob" },
        { "insert.ratio", """{"service":"table","objectBytes":4096}""", "POST point" },
        { "table.insert", """{"entityBytes":1024}""", "POST point" },
        { "table.insert", """{"entityBytes":1024,"datasetEntities":10}""", "POST dataset" },
        { "table.delete", """{"entityBytes":1024}""", "DELETE point(key)" },
        { "table.delete", """{"entityBytes":1024,"datasetEntities":10}""", "DELETE dataset(key)" },
        { "table.query", """{"entityBytes":1024,"datasetEntities":10}""", "GET dataset(key)" },
        { "table.update", """{"entityBytes":1024,"datasetEntities":10}""", "PUT dataset(key)" },
        { "table.filter", """{"entityBytes":1024,"datasetEntities":120}""", "GET dataset()" },
        { "queue.add", "{}", "POST point/messages" },
        { "queue.peek", """{"queueLength":3}""", "GET dataset/messages" },
        { "queue.receive", "{}", "GET point/messages" },
        { "queue.receive", """{"delete":"timed"}""", "DELETE point/messages/id, GET point/messages" },
        { "queue.length", """{"operation":"add","queueLength":3}""", "POST dataset/messages" },
        { "queue.length", """{"operation":"peek","queueLength":3}""", "GET dataset/messages" },
        { "queue.length", """{"operation":"receive","queueLength":6}""", "GET dataset/messages" },
    };

    [Fact]
    public void Every_experiment_on_an_account_has_a_case() => Assert.Equal(
        Shipped.Experiments.All.Where(definition => definition is { IsBag: false, Target.Id: "account" }).Select(definition => definition.Id),
        Cases.Select(row => row.Data.Item1).Distinct().Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task An_operation_makes_exactly_the_requests_that_are_planned(string experiment, string parameters, string requests)
    {
        var definition = Shipped.Experiments.Find(experiment)!;
        var values = JsonNode.Parse(parameters)!.AsObject();
        values["operationsPerClient"] = OperationsPerClient;
        var selection = definition.SelectProbe(definition.Bind(values));
        await using var blobs = await WireProxy.StartAsync(account.Address.BlobEndpoint, Token);
        await using var queues = await WireProxy.StartAsync(account.Address.QueueEndpoint, Token);
        await using var tables = await WireProxy.StartAsync(account.Address.TableEndpoint, Token);
        WireProxy[] proxies = [blobs, queues, tables];
        await using var session = new ProbeSession(account, selection.Probe, selection.Options, Token, through: Through(blobs, queues, tables));
        await session.PrepareAsync();

        var (warmUp, timed, following) = (new List<string>(), new List<string>(), new List<string>());
        for (var number = 0; number < Operations; number++)
        {
            var (client, index) = (number % ProbeSession.Clients, number / ProbeSession.Clients);
            warmUp.AddRange(await RequestsOfAsync(proxies, () => session.ExecuteAsync(client, index, warmUp: true)));
            warmUp.AddRange(await RequestsOfAsync(proxies, () => session.Probe.FollowUpAsync(new(client, index, WarmUp: true), Token).AsTask()));
            timed.AddRange(await RequestsOfAsync(proxies, () => session.ExecuteAsync(client, index)));
            following.AddRange(await RequestsOfAsync(proxies, () => session.Probe.FollowUpAsync(new(client, index, WarmUp: false), Token).AsTask()));
        }

        following.AddRange(await RequestsOfAsync(proxies, () => session.Probe.RestoreAsync(Token)));
        Assert.Equal(Times(requests, Operations), Counted(timed));
        Assert.Equal(session.Probe.PlannedWireRequests * Operations, timed.Count);
        Assert.Equal(selection.Options.RequestsPerOperation * Operations, timed.Count + following.Count);
        Assert.Equal(selection.Options.WarmUpRequestsPerOperation * Operations, warmUp.Count);
    }

    private StorageAccountAddress Through(WireProxy blobs, WireProxy queues, WireProxy tables) => StorageAccountAddress.Parse(Endpoints().Replace(
        account.Address.ConnectionString!,
        match =>
        {
            var proxy = match.Groups[1].Value switch { "Blob" => blobs, "Queue" => queues, _ => tables };
            return $"{match.Groups[1].Value}Endpoint={proxy.Endpoint}";
        }));

    private static async Task<IEnumerable<string>> RequestsOfAsync(WireProxy[] proxies, Func<Task> work)
    {
        int[] before = [.. proxies.Select(proxy => proxy.Requests.Count)];
        await work();
        return proxies.SelectMany((proxy, index) => proxy.Requests.Skip(before[index])).Select(Shape).ToArray();
    }

    /// <summary>Method and path with words in the place of what is another in each operation.</summary>
    private static string Shape(WireRequest request)
    {
        var (path, query) = request.Target.Split('?') is [var first, .. var rest] ? (Uri.UnescapeDataString(first), string.Join('?', rest)) : ("", "");
        var shape = path[(path.IndexOf('/', 1) + 1)..].Replace("azptestd0a1", "dataset", StringComparison.Ordinal).Replace("azptestp1a1", "point", StringComparison.Ordinal);
        shape = Message().Replace(Key().Replace(Blob().Replace(Numbered().Replace(shape, "$1"), "/blob"), "(key)"), "/messages/id");
        return $"{request.Method} {shape}{(Part().Match(query) is { Success: true } part ? "?" + part.Value : "")}";
    }

    private static string Counted(IEnumerable<string> requests) =>
        string.Join(", ", requests.GroupBy(request => request).Select(same => $"{same.Count()} {same.Key}").Order(StringComparer.Ordinal));

    private static string Times(string requests, int operations) => Counted(requests.Split(", ").SelectMany(request =>
        char.IsAsciiDigit(request[0]) ? Enumerable.Repeat(request[2..], (request[0] - '0') * operations) : Enumerable.Repeat(request, operations)));

    [GeneratedRegex("(Blob|Queue|Table)Endpoint=[^;]*")]
    private static partial Regex Endpoints();

    [GeneratedRegex("(dataset|point)x[0-9]+")]
    private static partial Regex Numbered();

    [GeneratedRegex("/c[0-9]{3}-[0-9]{8}$")]
    private static partial Regex Blob();

    [GeneratedRegex(@"\(PartitionKey=.*\)$")]
    private static partial Regex Key();

    [GeneratedRegex("/messages/[^/]+$")]
    private static partial Regex Message();

    [GeneratedRegex("comp=[a-z]+")]
    private static partial Regex Part();
}
