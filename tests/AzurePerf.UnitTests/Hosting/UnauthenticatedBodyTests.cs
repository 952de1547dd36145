using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using AzurePerf.Storage.Rights;
using AzurePerf.TaskManager;
using AzurePerf.TaskManager.Leadership;
using AzurePerf.Testing.Storage;
using AzurePerf.Web;
using AzurePerf.Worker;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Hosting;

/// <summary>Real servers on this machine. They run alone, because what the process allocates is counted.</summary>
[Collection(nameof(AllocationCollection))]
public sealed partial class UnauthenticatedBodyTests
{
    private const long BodyBytes = 30_000_000;

    /// <summary>What an answer may cost: a page with its layout, not a body.</summary>
    private const long MostAllocatedPerRequest = 3_000_000;

    /// <summary>One text that does not end, so that whoever parses it has to keep all of it: as JSON and, without an equals sign, as the name of a form's field.</summary>
    private static readonly byte[] Begin = Encoding.ASCII.GetBytes("{\"endpoint\":\"");

    private static readonly byte[] Block = Encoding.ASCII.GetBytes(new string('x', 65_536));
    private readonly InMemoryControlPlane _control = new(TimeProvider.System);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_body_of_30_MB_without_an_identity_is_read_by_no_address_of_the_web_host()
    {
        await using var web = HostUnderTest.Of<WebOptions>(ControlHost.Web, _control, ("Access:Mode", "keys"), ("Access:TrustForwardedHeaders", "true"));
        await CheckAsync(web, leastEndpoints: 60);
    }

    [Fact]
    public async Task A_body_of_30_MB_without_an_identity_is_read_by_no_address_of_the_task_manager_and_costs_no_request_for_rows()
    {
        await using var manager = HostUnderTest.Of<TaskManagerOptions>(ControlHost.TaskManager, _control);
        await CheckAsync(manager, leastEndpoints: 5, () => LeadAsync(manager.Services));
    }

    [Fact]
    public async Task A_body_of_30_MB_is_read_by_no_address_of_a_worker()
    {
        await using var worker = HostUnderTest.Of<WorkerOptions>(ControlHost.MeasureWorker, _control);
        await CheckAsync(worker, leastEndpoints: 3);
    }

    private static async Task LeadAsync(IServiceProvider services) => Assert.True(await services.GetRequiredService<Leadership>().TryLeadAsync(Cancelled));

    private static async Task CheckAsync<TProgram>(WebApplicationFactory<TProgram> host, int leastEndpoints, Func<Task>? prepare = null)
        where TProgram : class
    {
        host.UseKestrel(0);
        host.StartServer();
        await (prepare?.Invoke() ?? Task.CompletedTask);
        var addresses = host.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>().SelectMany(Requests).Distinct().ToArray();
        Assert.True(addresses.Length >= leastEndpoints, $"only {addresses.Length} endpoints");
        var port = host.ClientOptions.BaseAddress.Port;
        foreach (var type in new[] { "application/json", "application/x-www-form-urlencoded" })
        {
            foreach (var (method, path) in addresses)
            {
                // Once without a body: what the first answer of an address costs is none of it.
                await SendAsync(port, method, path, type, bodyBytes: 0);
                var before = GC.GetTotalAllocatedBytes(precise: true);
                var status = await SendAsync(port, method, path, type, BodyBytes);
                var allocated = GC.GetTotalAllocatedBytes(precise: true) - before;

                Assert.True(status is null or < 500 || path.StartsWith("/health", StringComparison.Ordinal), $"{method} {path}: {status}");
                Assert.True(allocated < MostAllocatedPerRequest, $"{method} {path} ({type}): {allocated:N0} bytes for an answer {status}");
            }
        }
    }

    /// <summary>Every method of an endpoint; pages take all of them.</summary>
    private static IEnumerable<(string Method, string Path)> Requests(RouteEndpoint endpoint)
    {
        var path = "/" + Parameter().Replace(endpoint.RoutePattern.RawText!.TrimStart('/'), match => match.Value.Contains(":int", StringComparison.Ordinal) || match.Value == "{number}" ? "1" : "aaaaaaaaaaaaaaaaaaaa");
        return (endpoint.Metadata.GetMetadata<HttpMethodMetadata>()?.HttpMethods ?? ["POST"]).Select(method => (method, path));
    }

    /// <summary>The status, or null when the server ended the connection before it could be read, as it may.</summary>
    private static async Task<int?> SendAsync(int port, string method, string path, string type, long bodyBytes)
    {
        using var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", port, Cancelled);
        var stream = client.GetStream();
        var answer = ReadStatusAsync(stream);
        var head = $"{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nX-Forwarded-Proto: https\r\nContent-Type: {type}\r\nContent-Length: {bodyBytes}\r\nConnection: close\r\n\r\n";

        // A server that ends its side while its window is full leaves a write waiting until the kernel next asks for the window, up to two minutes later.
        await Task.WhenAny(answer, SendAsync(stream, head, bodyBytes, answer));
        return await answer;
    }

    private static async Task SendAsync(NetworkStream stream, string head, long bodyBytes, Task answer)
    {
        try
        {
            await stream.WriteAsync(Encoding.ASCII.GetBytes(head), Cancelled);
            await stream.WriteAsync(Begin.AsMemory(0, (int)Math.Min(bodyBytes, Begin.Length)), Cancelled);
            for (var left = bodyBytes - Begin.Length; left > 0 && !answer.IsCompleted; left -= Block.Length)
            {
                await stream.WriteAsync(Block.AsMemory(0, (int)Math.Min(left, Block.Length)), Cancelled);
            }
        }
        catch (IOException)
        {
            // It does not want the rest.
        }
    }

    private static async Task<int?> ReadStatusAsync(NetworkStream stream)
    {
        var buffer = new byte["HTTP/1.1 200".Length];
        try
        {
            var length = await stream.ReadAtLeastAsync(buffer, buffer.Length, throwOnEndOfStream: false, Cancelled);
            return length == buffer.Length ? int.Parse(Encoding.ASCII.GetString(buffer)[^3..], System.Globalization.CultureInfo.InvariantCulture) : null;
        }
        catch (IOException)
        {
            return null;
        }
    }

    [GeneratedRegex(@"\{[^}]*\}")]
    private static partial Regex Parameter();
}
