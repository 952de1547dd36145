using System.Net.Http;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Targets;
using AzurePerf.Probes;
using AzurePerf.Probes.Tables;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Testing.Http;
using AzurePerf.Testing.Probes;
using AzurePerf.Testing.Storage.Service;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Extensions;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Tables;

public sealed class ChangedTableTests
{
    private const string Mark = "0011";
    private const int Clients = 2;
    private const int Operations = 150;
    private const int Partitions = 3;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Inserts_into_a_full_table_send_as_many_requests_around_the_point_as_are_estimated()
    {
        var options = new TableInsertOptions { Clients = Clients, OperationsPerClient = Operations, DatasetEntities = 10, Partitions = Partitions };

        Assert.Equal(options.Load("table.insert").RequestsAround, await RequestsAroundAsync(options, 0, FillAsync));
    }

    [Fact]
    public async Task Deletes_from_a_full_table_send_as_many_requests_around_the_point_as_are_estimated()
    {
        var options = new TableDeleteOptions { Clients = Clients, OperationsPerClient = Operations, DatasetEntities = 10, Partitions = Partitions };

        Assert.Equal(
            options.Load("table.delete").RequestsAround,
            await RequestsAroundAsync(options, Operations, (_, table) => new PointRows(table, Partitions).RemoveAsync(Mark, Token)));
    }

    /// <summary>Those beside what makes the dataset and the table to warm up in, and what is measured.</summary>
    private static async Task<double> RequestsAroundAsync(
        TableChangeOptions options, long rowsPerClient, Func<ChangedTable, Azure.Data.Tables.TableClient, Task> measured)
    {
        var requests = 0;
        using var tables = new FakeTableService { LosesAnswer = (_, path) => path != "Tables" && ++requests < 0 };
        using var wire = new HttpMessageInvoker(tables, disposeHandler: false);
        await using var service = await LoopbackService.StartAsync(context => ForwardAsync(wire, context), Token);
        var endpoint = service.Endpoint.ToString().TrimEnd('/');
        var address = StorageAccountAddress.Parse($"AccountName=account;AccountKey=c2VjcmV0;BlobEndpoint={endpoint};QueueEndpoint={endpoint};TableEndpoint={endpoint}");
        using var target = StorageTarget.Open(address, Clients, 1, TimeSpan.FromSeconds(60));
        var table = new ChangedTable(options, new ProbeScope
        {
            Target = target,
            Register = new NoRegister(),
            DatasetName = "dataset",
            PointName = "point",
            PointMark = Mark,
            Seed = 1,
            MakesResources = true,
        });
        await table.PrepareDatasetAsync(Token);
        requests = 0;
        await table.PreparePointAsync(rowsPerClient, 0, Token);
        var before = requests;
        await measured(table, tables.Client().GetTableClient("dataset"));
        requests = before;
        await table.RemovePointAsync(Token);
        return requests;
    }

    private static Task FillAsync(ChangedTable table, Azure.Data.Tables.TableClient client) => new TableFill(client, table.Content, 100).RunAsync(
        Enumerable.Range(0, Clients).Select(number => Enumerable.Range(0, Operations).Select(index => table.RowOf(number, index))), Token);

    private static async Task ForwardAsync(HttpMessageInvoker wire, HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        using var request = new HttpRequestMessage(new(context.Request.Method), context.Request.GetEncodedUrl());
        request.Content = body.Length == 0 ? null : new ByteArrayContent(body.ToArray());
        foreach (var (name, values) in context.Request.Headers.Where(header => header.Key != "Content-Length"))
        {
            if (!request.Headers.TryAddWithoutValidation(name, values.ToArray()))
            {
                request.Content?.Headers.TryAddWithoutValidation(name, values.ToArray());
            }
        }

        using var answer = await wire.SendAsync(request, context.RequestAborted);
        context.Response.StatusCode = (int)answer.StatusCode;
        foreach (var (name, values) in answer.Headers.Concat(answer.Content.Headers))
        {
            context.Response.Headers[name] = values.ToArray();
        }

        await answer.Content.CopyToAsync(context.Response.Body);
    }
}
