using System.Net;
using System.Net.Sockets;
using AzurePerf.Core.Settings;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Logs;
using AzurePerf.Hosting.Settings;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace AzurePerf.UnitTests.Hosting;

public sealed class AzurePerfHostTests
{
    [Fact]
    public async Task A_host_whose_port_is_taken_stops_what_it_had_started()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var heart = new Heart();

        var exitCode = await AzurePerfHost.RunAsync(
            "dummy", ["--urls", $"http://{taken.LocalEndpoint}"], builder => builder.Services.AddSingleton<IHostedService>(heart), _ => { });

        Assert.Equal((1, true, true), (exitCode, heart.Started, heart.Stopped));
    }

    [Theory]
    [InlineData("--urls=foo", "urls (--urls, ASPNETCORE_URLS) has foo, which is no address to listen on such as http://127.0.0.1:5081")]
    [InlineData("--urls=ftp://127.0.0.1:5081", "urls (--urls, ASPNETCORE_URLS) has ftp://127.0.0.1:5081, which is no address to listen on such as http://127.0.0.1:5081")]
    [InlineData("--urls=http://127.0.0.1:70000", "urls (--urls, ASPNETCORE_URLS) has http://127.0.0.1:70000, which is no address to listen on such as http://127.0.0.1:5081")]
    [InlineData("--Kestrel:Endpoints:One:Url=foo", "Kestrel:Endpoints:One:Url has foo, which is no address to listen on such as http://127.0.0.1:5081")]
    [InlineData("--urls=http://localhost:0", "urls (--urls, ASPNETCORE_URLS) has http://localhost:0, which is no address to listen on such as http://127.0.0.1:5081")]
    [InlineData("--Kestrel:Endpoints:One:Url=", "Kestrel:Endpoints:One:Url must be an address to listen on, such as http://127.0.0.1:5081")]
    [InlineData("--Logging:LogLevel:Default=Verbose", "Logging:LogLevel:Default must be one of Trace, Debug, Information, Warning, Error, Critical, None")]
    [InlineData("--Logging:Console:LogLevel:Default=Verbose", "Logging:Console:LogLevel:Default must be one of Trace, Debug, Information, Warning, Error, Critical, None")]
    public async Task What_only_the_framework_reads_is_refused_with_the_name_of_the_setting(string setting, string sentence)
    {
        Assert.Equal([sentence], Assert.Throws<SettingsException>(() => FrameworkSettings.Check(WebApplication.CreateBuilder([setting]))).Faults);
        Assert.Equal(2, await AzurePerfHost.RunAsync("dummy", [setting], _ => { }, _ => { }));
    }

    [Fact]
    public async Task A_form_of_logs_that_there_is_not_is_refused_with_the_name_of_the_setting()
    {
        const string Setting = "--Logging:Format=xml";

        Assert.Equal(
            ["Logging:Format must be text or json"],
            Assert.Throws<SettingsException>(() => WebApplication.CreateBuilder([Setting]).AddHostLogs(HostIdentity.Of("dummy"))).Faults);
        Assert.Equal(2, await AzurePerfHost.RunAsync("dummy", [Setting], _ => { }, _ => { }));
    }

    [Theory]
    [InlineData("--urls=http://127.0.0.1:0;https://localhost:443")]
    [InlineData("--urls=http://*:5081")]
    [InlineData("--urls=http://unix:/tmp/azureperf.sock")]
    [InlineData("--Logging:LogLevel:Default=warning")]
    [InlineData("--Logging:LogLevel:Default=")]
    public void What_the_framework_takes_is_let_through(string setting) => FrameworkSettings.Check(WebApplication.CreateBuilder([setting]));

    [Fact]
    public async Task An_address_of_another_machine_is_a_setting_to_correct() =>
        Assert.Equal(2, await AzurePerfHost.RunAsync("dummy", ["--urls=http://203.0.113.1:5081"], _ => { }, _ => { }));

    private sealed class Heart : IHostedService
    {
        public bool Started { get; private set; }

        public bool Stopped { get; private set; }

        public Task StartAsync(CancellationToken cancellationToken)
        {
            Started = true;
            return Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken)
        {
            Stopped = true;
            return Task.CompletedTask;
        }
    }
}
