using System.Net;
using System.Net.Sockets;
using System.Text;
using Azure;
using AzurePerf.Storage.Rights;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Hosting;
using AzurePerf.Web;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ProblemTests
{
    private const string SomeRun = "/api/v1/runs/aaaaaaaaaaaaaaaaaaaa";

    public static TheoryData<Exception> StorageFailures => new()
    {
        new RequestFailedException("connection refused (127.0.0.1:10002)"),
        new RequestFailedException(503, "busy", "ServerBusy", null),
        new RequestFailedException(403, "key abc is wrong", "AuthenticationFailed", null),
        new AggregateException(new RequestFailedException("first try"), new TaskCanceledException("last try")),
    };

    [Theory]
    [InlineData("/api/v1/nothing")]
    [InlineData("/api/v2/runs")]
    [InlineData("/api/v1")]
    [InlineData(SomeRun)]
    [InlineData(SomeRun + "/points")]
    [InlineData(SomeRun + "/events")]
    [InlineData("/api/v1/runs/..%2f..%2fetc")]
    [InlineData("/api/v1/runs/a'%20or%20true")]
    [InlineData("/api/v1/experiments/nothing")]
    [InlineData("/api/v1/schedules/aaaaaaaaaaaaaaaaaaaa")]
    [InlineData("/api/v1/schedules/nothing")]
    public async Task What_is_not_there_is_a_problem_document_under_api(string address)
    {
        await using var web = new WebUnderTest();

        await RunSubmissionApiTests.ProblemAsync(await web.GetAsync(address), HttpStatusCode.NotFound, "/problems/not-found");
    }

    [Fact]
    public async Task A_browser_that_asks_the_API_for_HTML_gets_a_problem_document_too()
    {
        await using var web = new WebUnderTest();
        web.Client.DefaultRequestHeaders.Accept.ParseAdd("text/html");

        await RunSubmissionApiTests.ProblemAsync(await web.GetAsync("/api/v1/nothing"), HttpStatusCode.NotFound, "/problems/not-found");
    }

    [Fact]
    public async Task A_wrong_method_is_a_problem_document_and_names_the_right_ones()
    {
        await using var web = new WebUnderTest();

        var response = await web.Client.DeleteAsync(new Uri("/api/v1/runs", UriKind.Relative), TestContext.Current.CancellationToken);

        await RunSubmissionApiTests.ProblemAsync(response, HttpStatusCode.MethodNotAllowed, "/problems/method-not-allowed");
        Assert.Equal(["GET", "POST"], response.Content.Headers.Allow.Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(StorageFailures))]
    public async Task An_account_that_fails_is_answered_503_with_a_sentence_and_the_time_to_come_back(Exception failure)
    {
        await using var web = FailingWith(failure);

        var response = await web.GetAsync(SomeRun);

        var problem = await RunSubmissionApiTests.ProblemAsync(response, HttpStatusCode.ServiceUnavailable, "/problems/storage-unavailable");
        Assert.Equal(TimeSpan.FromSeconds(5), response.Headers.RetryAfter!.Delta);
        Assert.StartsWith("the control account", problem.GetProperty("detail").GetString(), StringComparison.Ordinal);
        Assert.DoesNotContain("10002", problem.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("abc", problem.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/api/v1/runs", "application/json", 400)]
    [InlineData("/api/v1/runs", "application/json", 413)]
    [InlineData("/submit", "application/x-www-form-urlencoded", 400)]
    public async Task A_request_that_cannot_be_read_is_no_fault_of_the_control_account(string address, string type, int status)
    {
        await using var web = new WebUnderTest();
        var server = (TestServer)web.Services.GetRequiredService<IServer>();

        var context = await server.SendAsync(context =>
        {
            context.Request.Method = "POST";
            context.Request.Scheme = "https";
            context.Request.Host = new("localhost");
            context.Request.Path = address;
            context.Request.ContentType = type;
            context.Request.ContentLength = 10;
            context.Request.Body = new BrokenBody(status);
        }, TestContext.Current.CancellationToken);

        using var reader = new StreamReader(context.Response.Body);
        var body = await reader.ReadToEndAsync(TestContext.Current.CancellationToken);
        Assert.Equal(status, context.Response.StatusCode);
        Assert.Equal(0, context.Response.Headers.RetryAfter.Count);
        Assert.DoesNotContain("control account", body, StringComparison.Ordinal);
        Assert.DoesNotContain("Runs and results are kept there", body, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("xyz")]
    [InlineData("FFFFFFFFFFFFFFFFF")]
    public async Task A_body_whose_chunk_has_no_size_is_no_fault_of_the_control_account(string size)
    {
        await using var host = HostUnderTest.Of<WebOptions>(ControlHost.Web, new(TimeProvider.System));
        host.UseKestrel(0);
        host.StartServer();
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, host.ClientOptions.BaseAddress.Port, TestContext.Current.CancellationToken);
        var stream = client.GetStream();

        var request = $"POST /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n{size}\r\n{{}}\r\n";
        await stream.WriteAsync(Encoding.ASCII.GetBytes(request), TestContext.Current.CancellationToken);

        using var reader = new StreamReader(stream);
        var answer = await reader.ReadToEndAsync(TestContext.Current.CancellationToken);
        Assert.StartsWith("HTTP/1.1 400 ", answer, StringComparison.Ordinal);
        Assert.DoesNotContain("control account", answer, StringComparison.Ordinal);
    }

    /// <summary>docs/api.md names them: the server answers them by itself.</summary>
    [Theory]
    [InlineData("GET /api/v1/runs/%00 HTTP/1.1\r\nHost: localhost\r\n", 400)]
    [InlineData("GET /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: \u00e4\r\n", 400)]
    [InlineData("GET /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 0\r\n", 400)]
    [InlineData("GET /api/v1/runs HTTP/1.1\r\n", 400)]
    [InlineData("GET /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n", 400)]
    [InlineData("GET /api/v1/runs?text={8 KiB} HTTP/1.1\r\nHost: localhost\r\n", 414)]
    [InlineData("GET /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nX-Text: {32 KiB}\r\n", 431)]
    [InlineData("GET /api/v1/runs HTTP/1.1\r\nHost: localhost\r\n{100 headers}", 431)]
    public async Task What_no_server_takes_is_refused_with_an_empty_body(string head, int status)
    {
        await using var host = HostUnderTest.Of<WebOptions>(ControlHost.Web, new(TimeProvider.System));
        host.UseKestrel(0);
        host.StartServer();
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, host.ClientOptions.BaseAddress.Port, TestContext.Current.CancellationToken);
        var stream = client.GetStream();

        var headers = string.Concat(Enumerable.Range(1, 100).Select(number => $"X-Text-{number}: x\r\n"));
        var request = head.Replace("{8 KiB}", new('x', 8 << 10), StringComparison.Ordinal).Replace("{32 KiB}", new('x', 32 << 10), StringComparison.Ordinal)
            .Replace("{100 headers}", headers, StringComparison.Ordinal) + "\r\n";
        await stream.WriteAsync(Encoding.Latin1.GetBytes(request), TestContext.Current.CancellationToken);

        using var reader = new StreamReader(stream);
        var answer = await reader.ReadToEndAsync(TestContext.Current.CancellationToken);
        Assert.StartsWith($"HTTP/1.1 {status} ", answer, StringComparison.Ordinal);
        Assert.EndsWith("\r\n\r\n", answer, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_that_is_not_ready_says_when_to_ask_again()
    {
        await using var web = FailingWith(new RequestFailedException("connection refused"));

        var response = await web.GetAsync("/health/ready");

        Assert.Equal((HttpStatusCode.ServiceUnavailable, TimeSpan.FromSeconds(5)), (response.StatusCode, response.Headers.RetryAfter?.Delta));
    }

    [Fact]
    public async Task An_account_that_fails_is_a_page_for_people_elsewhere()
    {
        await using var web = FailingWith(new RequestFailedException("connection refused"));

        var page = await Page.OpenAsync(web, "/");

        Assert.Equal(HttpStatusCode.ServiceUnavailable, page.Response.StatusCode);
        Assert.Equal(TimeSpan.FromSeconds(5), page.Response.Headers.RetryAfter!.Delta);
        Assert.Equal(["The control account does not answer"], page.Texts("h1"));
        Assert.NotNull(page.Element("header a[href='/submit']"));
    }

    [Theory]
    [InlineData(SomeRun)]
    [InlineData("/")]
    public async Task A_fault_of_ours_is_answered_500_without_internals(string address)
    {
        await using var web = FailingWith(new CorruptRowException("row secret/secret: points is a String"));

        var response = await web.GetAsync(address);

        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
        Assert.DoesNotContain("secret", body, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", body, StringComparison.Ordinal);
        Assert.Contains("trace", body, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task A_full_disk_of_the_host_is_not_laid_on_the_control_account()
    {
        await using var web = FailingWith(new IOException("No space left on device", 28));

        var response = await web.GetAsync(SomeRun);
        var page = await Page.OpenAsync(web, "/");

        var problem = await RunSubmissionApiTests.ProblemAsync(response, HttpStatusCode.InternalServerError, "/problems/internal-error");
        Assert.Equal("the disk of the web host is full", problem.GetProperty("detail").GetString());
        Assert.Null(response.Headers.RetryAfter);
        Assert.Equal(["The server failed"], page.Texts("h1"));
        Assert.StartsWith("The disk of the web host is full.", page.Texts(".lead")[0], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/nothing")]
    [InlineData("/runs/aaaaaaaaaaaaaaaaaaaa")]
    [InlineData("/runs/x")]
    [InlineData("/experiments/nothing")]
    [InlineData("/experiments/%20")]
    [InlineData("/problems/nothing")]
    [InlineData("/submit?experiment=nothing")]
    [InlineData("/errors/500")]
    public async Task What_is_not_there_is_a_page_for_people_elsewhere(string address)
    {
        await using var web = new WebUnderTest();

        var page = await Page.OpenAsync(web, address);

        Assert.Equal(HttpStatusCode.NotFound, page.Response.StatusCode);
        Assert.Equal(["Not found"], page.Texts("h1"));
    }

    [Theory]
    [InlineData("GET", "/runs/aaaaaaaaaaaaaaaaaaaa?handler=Cancel", HttpStatusCode.NotFound)]
    [InlineData("PUT", "/runs/aaaaaaaaaaaaaaaaaaaa", HttpStatusCode.BadRequest)]
    [InlineData("TRACE", "/runs/aaaaaaaaaaaaaaaaaaaa", HttpStatusCode.MethodNotAllowed)]
    public async Task What_no_handler_of_a_page_takes_is_a_page_for_people_too(string method, string address, HttpStatusCode status)
    {
        await using var web = new WebUnderTest();
        using var request = new HttpRequestMessage(new(method), address);

        var page = await Page.OfAsync(web, await web.Client.SendAsync(request, TestContext.Current.CancellationToken));

        Assert.Equal(status, page.Response.StatusCode);
        Assert.NotEmpty(page.Texts("h1").Single());
    }

    [Fact]
    public async Task A_page_that_does_not_take_a_method_says_which_it_takes()
    {
        await using var web = new WebUnderTest();
        using var request = new HttpRequestMessage(HttpMethod.Trace, "/runs/aaaaaaaaaaaaaaaaaaaa");

        var response = await web.Client.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(["GET", "HEAD", "POST"], response.Content.Headers.Allow);
    }

    [Theory]
    [InlineData(70_000, HttpStatusCode.RequestEntityTooLarge, "Too large")]
    [InlineData(7_000, HttpStatusCode.BadRequest, "This form cannot be used any more")]
    public async Task A_form_that_is_too_long_is_told_so_and_not_that_somebody_signed_in(int characters, HttpStatusCode status, string heading)
    {
        await using var web = new WebUnderTest(services => services.AddSingleton<IStartupFilter, ServerWithLimit>());
        using var content = new FormUrlEncodedContent([new("experiment", new string('x', characters))]);

        var page = await Page.OfAsync(web, await web.Client.PostAsync(new Uri("/submit", UriKind.Relative), content, TestContext.Current.CancellationToken));

        Assert.Equal(status, page.Response.StatusCode);
        Assert.Equal([heading], page.Texts("h1"));
    }

    [Fact]
    public async Task The_address_of_every_kind_of_problem_leads_to_its_explanation()
    {
        await using var web = new WebUnderTest();

        foreach (var type in ProblemTypes.All)
        {
            var page = await Page.OpenAsync(web, type.Address);

            Assert.Equal(HttpStatusCode.OK, page.Response.StatusCode);
            Assert.Equal([type.Title], page.Texts("h1"));
        }
    }

    private static WebUnderTest FailingWith(Exception failure) => new(services =>
        services.AddSingleton(FailingRows.In(new InMemoryControlPlane(TimeProvider.System).AsControlPlane(), () => failure)));

    /// <summary>The body of a request that its server gives up reading.</summary>
    private sealed class BrokenBody(int status) : MemoryStream
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => throw new BadHttpRequestException("Unexpected end of request content.", status);
    }

    /// <summary>The server of these tests has no limit that could be set.</summary>
    private sealed class ServerWithLimit : IStartupFilter, IHttpMaxRequestBodySizeFeature
    {
        public bool IsReadOnly => false;

        public long? MaxRequestBodySize { get; set; }

        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use((context, rest) =>
            {
                context.Features.Set<IHttpMaxRequestBodySizeFeature>(this);
                return rest(context);
            });
            next(app);
        };
    }
}
