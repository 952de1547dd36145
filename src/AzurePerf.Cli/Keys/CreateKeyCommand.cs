using System.CommandLine;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Keys;

/// <summary>`azureperf keys create`.</summary>
internal sealed class CreateKeyCommand : ToolCommand
{
    private readonly Argument<string?> _name = new("NAME")
    {
        Description = "Whose key it is: lower-case letters, digits, dots, hyphens, underscores. What it submits belongs to this name.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<string?> _scope = new("--scope")
    {
        Description = "read, submit (own runs and schedules), programs (also users' programs) or admin (everything).",
        HelpName = "WORD",
    };
    private readonly Option<int?> _days = IntegerOption.CreateOptional(
        "--expires-days", "Days until it expires. [default 90]", 1, KeyLimits.LongestDays);
    private readonly Option<string?> _replaces = new("--replaces")
    {
        Description = "Id or name of the key that it comes after; name and scope are taken from there.",
        HelpName = "KEY",
    };
    private readonly Option<int?> _overlap = IntegerOption.CreateOptional(
        "--overlap-hours", "Hours for which the replaced key goes on. [default 24]", 0, KeyLimits.LongestOverlapHours);

    private readonly Option<bool> _first = new("--first")
    {
        Description = "Make an administrator's key in the control account itself; only while no other key opens anything.",
    };

    private readonly FirstKey _firstKey = new();

    public CreateKeyCommand(Func<ParseResult, Session> open)
        : base(
            "create",
            "Makes a key and prints it, once: nobody can show it again.",
            "umask 077; azureperf keys create --first ann > ann.key",
            "umask 077; azureperf keys create ci --scope submit --expires-days 30 > ci.key",
            "umask 077; azureperf keys create --replaces ci --overlap-hours 48 > ci.new && mv ci.new ci.key")
    {
        _scope.AcceptOnlyFromAmong("read", "submit", "programs", "admin");
        Add(_name);
        foreach (var option in new Option[] { _scope, _days, _replaces, _overlap, _first })
        {
            Add(option);
        }

        _firstKey.AddTo(this, _first);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed, cancellationToken));
    }

    private async Task<int> ExecuteAsync(Session session, ParseResult parsed, CancellationToken cancellationToken)
    {
        if (parsed.GetValue(_first))
        {
            await MakeFirstAsync(session, parsed, cancellationToken);
        }
        else
        {
            var (key, json) = await RequestAsync(session, parsed, cancellationToken);
            session.WriteOnce(
                () => Give(session, key, json),
                parsed.GetValue(_replaces) is { } replaced
                    ? $"nobody has key {key.Id}, which replaced {replaced}: replace it, `azureperf keys create --replaces {key.Id} "
                        + "--overlap-hours 0`"
                    : $"nobody has key {key.Id}, which was made: revoke it, `azureperf keys revoke {key.Id}`");
        }

        return ExitCode.Ok;
    }

    private static void Give(Session session, KeyResponse key, string json)
    {
        session.Say(
            $"{key.Name} ({KeyReport.WordFor(key.Scope)}), id {key.Id}, until {KeyReport.Day(key.ExpiresAt)}; keep it: it is not shown "
                + $"again");
        session.Write(() => key.Key!, () => KeyReport.Csv([key], withText: true), json);
    }

    private async Task MakeFirstAsync(Session session, ParseResult parsed, CancellationToken cancellationToken)
    {
        if (parsed.GetValue(_scope) is not (null or "admin") || parsed.GetValue(_replaces) is not null
            || parsed.GetValue(_overlap) is not null)
        {
            throw CommandFailure.Usage(
                "--first makes an administrator's key that replaces none: leave --scope, --replaces and --overlap-hours out");
        }

        var name = parsed.GetValue(_name) is { } given && KeyLimits.IsName(given)
            ? given
            : throw CommandFailure.Usage(
                $"name the key: up to {KeyLimits.NameCharacters} lower-case letters, digits, dots, hyphens and underscores, and not "
                    + $"local, {OwnersWithoutKey.Janitor} or {OwnersWithoutKey.Sample}");
        await _firstKey.MakeAsync(
            session, parsed, name, parsed.GetValue(_days) ?? KeyLimits.DefaultDays,
            key => Give(session, key, JsonSerializer.Serialize(key, ApiJson.Options)), cancellationToken);
    }

    private async Task<ApiDocument<KeyResponse>> RequestAsync(Session session, ParseResult parsed, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var request = new JsonObject();
        Put(request, "name", parsed.GetValue(_name));
        Put(request, "scope", parsed.GetValue(_scope));
        Put(request, "expiresInDays", parsed.GetValue(_days));
        Put(request, "overlapHours", parsed.GetValue(_overlap));
        if (parsed.GetValue(_replaces) is { } replaced)
        {
            request["replaces"] = await KeyArgument.ResolveAsync(api, replaced, cancellationToken);
        }

        return await session.SendAsync(
            () => api.CreateKeyAsync(request, cancellationToken),
            parsed.GetValue(_replaces) is { } old
                ? $"whether {old} was replaced is not known; `azureperf keys list` shows the new key, if there is one: nobody has it, so "
                    + "replace that one"
                : "whether the key was made is not known; `azureperf keys list` shows it, if there is one: nobody has it, so revoke it");
    }

    private static void Put(JsonObject request, string member, JsonNode? value)
    {
        if (value is not null)
        {
            request[member] = value;
        }
    }
}
