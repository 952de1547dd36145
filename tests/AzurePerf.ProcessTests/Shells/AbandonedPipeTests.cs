using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace AzurePerf.ProcessTests.Shells;

/// <summary>Standard output whose reader has enough.</summary>
public sealed class AbandonedPipeTests
{
    [Fact]
    public async Task An_export_without_end_ends_with_the_reader_of_its_pipe()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var api = builder.Build();
        api.MapGet("/api/v1/runs/{id}/export", async context =>
        {
            context.Response.Headers.ContentDisposition = "attachment; filename=a.csv";
            while (!context.RequestAborted.IsCancellationRequested)
            {
                await context.Response.WriteAsync("line\n", context.RequestAborted);
            }
        });
        await api.StartAsync(TestContext.Current.CancellationToken);

        var end = await CommandLine.RunProgramAsync(
            "/bin/sh", new Dictionary<string, string>(), "-c", "\"$0\" export aaaaaaaaaaaaaaaaaaaa --format csv --url \"$1\" | head -n 1", CommandLine.Executable, api.Urls.Single());

        Assert.Equal((0, "line\n", ""), (end.ExitCode, end.Output, end.Error));
        await api.StopAsync(TestContext.Current.CancellationToken);
    }
}
