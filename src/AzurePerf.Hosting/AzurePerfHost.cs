using System.Globalization;
using System.Net.Sockets;
using System.Reflection;
using AzurePerf.Core.Settings;
using AzurePerf.Hosting.Health;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Hosting.Logs;
using AzurePerf.Hosting.Settings;
using AzurePerf.Hosting.Telemetry;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Hosting;

/// <summary>
/// The whole life of a host process, the same for every host: settings checked together before anything starts, one line that says
/// what runs with which settings, health endpoints, and an end on SIGTERM or with the parent process.
/// </summary>
public static class AzurePerfHost
{
    /// <summary>Exit code after settings that an operator must correct; 1 is any other failure.</summary>
    public const int SettingsExitCode = 2;

    /// <summary>Hosts refuse requests with a larger body, except uploads of programs. It is four times the largest run request.</summary>
    public const int LargestBodyBytes = 256 * 1024;

    /// <summary>Builds and runs a host until it is told to stop.</summary>
    /// <param name="name">The host's name in logs and health answers, such as "worker".</param>
    /// <param name="args">Command line of the process; overrides every other source of settings.</param>
    /// <param name="configure">Adds services and settings.</param>
    /// <param name="map">Adds middleware and endpoints; health is already mapped.</param>
    /// <returns>The exit code: 0 after a requested stop.</returns>
    public static async Task<int> RunAsync(string name, string[] args, Action<WebApplicationBuilder> configure, Action<WebApplication> map)
    {
        UseNoCulture();
        var identity = HostIdentity.Of(name);
        try
        {
            var builder = WebApplication.CreateBuilder(args);
            builder.AddAzurePerfHost(identity);
            configure(builder);
            await using var app = builder.Build();
            app.MapHealth();
            map(app);
            return await RunAsync(app, identity);
        }
        catch (IOException failure) when (failure.InnerException is AddressInUseException)
        {
            return HostLogs.WriteBeforeStart(
                identity,
                logger => Log.CannotStart(logger, name, $" {failure.Message.TrimEnd('.')}: stop what uses it, or choose another port"), 1);
        }
        catch (SettingsException wrong)
        {
            return HostLogs.WriteBeforeStart(identity, logger => Log.CannotStart(logger, name, Indented(wrong.Faults)), SettingsExitCode);
        }
        catch (Exception failure) when (failure is not HostAbortedException)
        {
            return HostLogs.WriteBeforeStart(identity, logger => Log.Failed(logger, failure, name), 1);
        }
    }

    /// <summary>
    /// Gives a host longer to end than the usual ten seconds. A parent that holds it does not wait for so long, so below one it stays with
    /// these.
    /// </summary>
    /// <param name="builder">Of the host.</param>
    /// <param name="limit">How long it may take.</param>
    public static void MayEndWithin(this WebApplicationBuilder builder, TimeSpan limit)
    {
        if (string.IsNullOrEmpty(builder.Configuration[ParentPipe.Variable]))
        {
            builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = limit);
        }
    }

    /// <summary>Texts are the same on every machine, also in a host that has the data of cultures at hand.</summary>
    private static void UseNoCulture()
    {
        CultureInfo.CurrentCulture = CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
        CultureInfo.CurrentUICulture = CultureInfo.DefaultThreadCurrentUICulture = CultureInfo.InvariantCulture;
    }

    private static void AddAzurePerfHost(this WebApplicationBuilder builder, HostIdentity identity)
    {
        FrameworkSettings.Check(builder);
        builder.AddHostLogs(identity);
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Limits.MaxRequestBodySize = LargestBodyBytes);
        builder.Services.AddSingleton(identity);
        builder.AddTelemetry(identity);
        builder.Services.AddSingleton(TimeProvider.System);
        builder.Services.AddSingleton<ReadyChecks>();
        builder.Services.AddSingleton(services => ParentPipe.From(builder.Configuration, services.GetRequiredService<TimeProvider>()));
        builder.Services.AddSingleton<IHostLifetime, HostLifetime>();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = TimeSpan.FromSeconds(10));
    }

    private static async Task<int> RunAsync(WebApplication app, HostIdentity identity)
    {
        var logger = app.Services.GetRequiredService<ILoggerFactory>().CreateLogger(typeof(AzurePerfHost));
        var effective = SettingsCheck.Effective(app.Services);
        Log.Starting(logger, identity.Name, identity.BuildId, string.Join(", ", effective));
        // Asked for now: whoever hosts this host, as tests do, may have disposed its services when it has stopped.
        var services = app.Services.GetServices<IHostedService>().OfType<BackgroundService>().ToList();
        var addresses = app.Urls;
        try
        {
            await app.StartAsync();
        }
        catch (Exception failure)
        {
            // What began before the failure has a row, or a message, that others count on.
            var wasTold = app.Lifetime.ApplicationStopping.IsCancellationRequested;
            await StopStartedAsync(app, identity, logger);
            if (failure is OperationCanceledException && wasTold)
            {
                return 0;
            }

            if (SocketsOf(failure).FirstOrDefault(socket =>
                    socket.SocketErrorCode is SocketError.AddressNotAvailable or SocketError.AccessDenied) is { } refused)
            {
                throw CannotListen(app.Configuration, refused);
            }

            throw;
        }

        Log.Listening(logger, identity.Name, string.Join(", ", addresses));
        await app.WaitForShutdownAsync();
        Log.Stopped(logger, identity.Name);
        return ReportFailedServices(services, logger, identity);
    }

    /// <summary>Where an address stands for those of both families, each fails by itself.</summary>
    private static IEnumerable<SocketException> SocketsOf(Exception failure) => failure switch
    {
        SocketException socket => [socket],
        IOException { InnerException: AggregateException several } => several.InnerExceptions.OfType<SocketException>(),
        _ => [],
    };

    /// <summary>The address is another machine's, or its port only the administrator's.</summary>
    private static SettingsException CannotListen(IConfiguration configuration, SocketException refused)
    {
        var given = string.Join(", ", FrameworkSettings.Urls(configuration).Select(one => $"{one.Setting} has {one.Url}"));
        return new($"{(given.Length == 0 ? "the address to listen on" : given)}: {refused.Message.TrimEnd('.')}");
    }

    private static async Task StopStartedAsync(WebApplication app, HostIdentity identity, ILogger logger)
    {
        try
        {
            await app.StopAsync();
        }
        catch (Exception failure)
        {
            Log.Failed(logger, failure, identity.Name);
        }
    }

    /// <summary>A failed background service stops its host, which then looks like an ordinary end.</summary>
    private static int ReportFailedServices(List<BackgroundService> services, ILogger logger, HostIdentity identity)
    {
        var failures = services
            .Select(service => service.ExecuteTask?.Exception?.InnerException).OfType<Exception>().ToList();
        failures.ForEach(failure => Log.Failed(logger, failure, identity.Name));
        return failures.Count == 0 ? 0 : 1;
    }

    private static string Indented(IReadOnlyList<string> faults) =>
        faults.Count == 1 ? " " + faults[0] : string.Concat(faults.Select(fault => Environment.NewLine + "  " + fault));
}

/// <summary>Which host this process is, and which build: results are only comparable when the build that measured them is known.</summary>
/// <param name="Name">Such as "worker".</param>
/// <param name="BuildId">What was given to the build as BuildId, else version and commit.</param>
public sealed record HostIdentity(string Name, string BuildId)
{
    internal static HostIdentity Of(string name)
    {
        var assembly = Assembly.GetEntryAssembly() ?? typeof(HostIdentity).Assembly;
        var given = assembly.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(metadata => metadata.Key == "BuildId")?.Value;
        return new(name, given ?? assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown");
    }
}
