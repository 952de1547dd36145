using System.Globalization;
using AzurePerf.Core.Settings;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Configuration.Memory;
using Microsoft.Extensions.Logging;
using Serilog;
using Serilog.Extensions.Logging;
using Serilog.Formatting.Json;
using Serilog.Sinks.SystemConsole.Themes;

namespace AzurePerf.Hosting.Logs;

/// <summary>Logs go to standard output through Serilog, as text or as one JSON document per line.</summary>
internal static class HostLogs
{
    private const string FormatKey = "Logging:Format";
    private const string Template = "[{Timestamp:yyyy-MM-dd HH:mm:ss.fff} {Level:u3}] {SourceContext}: {Message:lj}{NewLine}{Exception}";

    /// <summary>Lowest-ranking source of the configuration: whatever says Logging:LogLevel elsewhere wins.</summary>
    private static readonly Dictionary<string, string?> DefaultLevels = new()
    {
        ["Logging:LogLevel:Default"] = "Information",
        ["Logging:LogLevel:Azure."] = "Warning", // with the dot: prefixes are compared as text, and AzurePerf is ours
        ["Logging:LogLevel:Microsoft"] = "Warning",
        ["Logging:LogLevel:Microsoft.Extensions.Hosting.Internal.Host"] = "None", // AzurePerfHost reports failures, once
        ["Logging:LogLevel:System"] = "Warning",
    };

    /// <summary>The queries in deploy/observability read what it writes.</summary>
    internal static JsonFormatter Json { get; } = new(renderMessage: true);

    public static void AddHostLogs(this WebApplicationBuilder builder, HostIdentity identity)
    {
        ((IConfigurationBuilder)builder.Configuration).Sources.Insert(0, new MemoryConfigurationSource { InitialData = DefaultLevels });
        var json = builder.Configuration[FormatKey]?.ToLowerInvariant() switch
        {
            null or "text" => false,
            "json" => true,
            _ => throw new SettingsException($"{FormatKey} must be text or json"),
        };
        builder.Logging.ClearProviders().AddProvider(Create(identity, json));
    }

    /// <summary>For a host that failed before, or while, its own logging was built.</summary>
    public static int WriteBeforeStart(HostIdentity identity, Action<Microsoft.Extensions.Logging.ILogger> write, int exitCode)
    {
        var json = "json".Equals(Environment.GetEnvironmentVariable("Logging__Format"), StringComparison.OrdinalIgnoreCase);
        using var factory = LoggerFactory.Create(logging => logging.AddProvider(Create(identity, json)));
        write(factory.CreateLogger(typeof(AzurePerfHost)));
        return exitCode;
    }

    /// <summary>Serilog takes every level: those of the configuration are applied before it, which its own AddSerilog would
    /// prevent.</summary>
    private static SerilogLoggerProvider Create(HostIdentity identity, bool json)
    {
        var logs = new LoggerConfiguration().MinimumLevel.Verbose().Enrich.FromLogContext();
        logs = json
            ? logs.Enrich.WithProperty("Build", identity.BuildId).WriteTo.Console(Json)
            : logs.WriteTo.Console(outputTemplate: Template, formatProvider: CultureInfo.InvariantCulture, theme: ConsoleTheme.None);
        return new(logs.CreateLogger(), dispose: true);
    }
}
