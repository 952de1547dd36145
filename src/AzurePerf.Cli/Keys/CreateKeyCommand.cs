using System.CommandLine;
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

    private readonly Option<FileInfo?> _out = PathOption.File(
        "--out", "The file to write the key to, which nobody else may read. One that is there must have the key of --replaces.");

    private readonly FirstKey _firstKey = new();

    public CreateKeyCommand(Func<ParseResult, Session> open)
        : base(
            "create",
            "Makes a key and hands it over once: nobody can show it again.",
            "azureperf keys create --first ann --out ann.key",
            "azureperf keys create ci --scope submit --expires-days 30 --out ci.key",
            "azureperf keys create --replaces ci --overlap-hours 48 --out ci.key")
    {
        _scope.AcceptOnlyFromAmong("read", "submit", "programs", "admin");
        Add(_name);
        foreach (var option in new Option[] { _scope, _days, _replaces, _overlap, _first, _out })
        {
            Add(option);
        }

        _firstKey.AddTo(this, _first);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed, cancellationToken));
    }

    private async Task<int> ExecuteAsync(Session session, ParseResult parsed, CancellationToken cancellationToken)
    {
        var first = parsed.GetValue(_first) ? ReadFirst(parsed) : null;
        using var file = parsed.GetValue(_out) is { } path
            ? KeyFile.Open(path, replaces: parsed.GetValue(_replaces) is not null)
            : null;
        var made = first is null
            ? await MakeAsync(session, file, parsed, cancellationToken)
            : await _firstKey.MakeAsync(
                session, parsed, first, parsed.GetValue(_days) ?? KeyLimits.DefaultDays,
                (document, lost) => Give(session, file, document, lost), cancellationToken);
        if (file is not null)
        {
            session.Say($"{Described(made.Value)}; it is in {file.Path} and is not shown again");
            session.Write(() => made.Value.Id, () => KeyReport.Csv([made.Value], withText: false), WithoutKey(made.Json));
        }

        return ExitCode.Ok;
    }

    /// <summary>Hands the key over: to its file or, without one, to standard output.</summary>
    private static void Give(Session session, KeyFile? file, ApiDocument<KeyResponse> made, string lost) => session.WriteOnce(
        () =>
        {
            if (file is not null)
            {
                file.Write(made.Value.Key!);
                return;
            }

            session.Say($"{Described(made.Value)}; keep it: it is not shown again");
            session.Write(() => made.Value.Key!, () => KeyReport.Csv([made.Value], withText: true), made.Json);
        },
        lost, toFile: file is not null);

    private static string Described(KeyResponse key) =>
        $"{key.Name} ({KeyReport.WordFor(key.Scope)}), id {key.Id}, until {KeyReport.Day(key.ExpiresAt)}";

    private static string WithoutKey(string json)
    {
        var document = JsonNode.Parse(json)!.AsObject();
        document["key"] = null;
        return document.ToJsonString();
    }

    /// <summary>The name of a first key.</summary>
    private string ReadFirst(ParseResult parsed)
    {
        if (parsed.GetValue(_scope) is not (null or "admin") || parsed.GetValue(_replaces) is not null
            || parsed.GetValue(_overlap) is not null)
        {
            throw CommandFailure.Usage(
                "--first makes an administrator's key that replaces none: leave --scope, --replaces and --overlap-hours out");
        }

        return parsed.GetValue(_name) is { } given && KeyLimits.IsName(given)
            ? given
            : throw CommandFailure.Usage(
                $"name the key: up to {KeyLimits.NameCharacters} lower-case letters, digits, dots, hyphens and underscores, and not "
                    + $"local, {OwnersWithoutKey.Janitor} or {OwnersWithoutKey.Sample}");
    }

    private async Task<ApiDocument<KeyResponse>> MakeAsync(
        Session session, KeyFile? file, ParseResult parsed, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var request = new JsonObject();
        Put(request, "name", parsed.GetValue(_name));
        Put(request, "scope", parsed.GetValue(_scope));
        Put(request, "expiresInDays", parsed.GetValue(_days));
        Put(request, "overlapHours", parsed.GetValue(_overlap));
        var replaced = parsed.GetValue(_replaces);
        if (replaced is not null)
        {
            var id = await KeyArgument.ResolveAsync(api, replaced, cancellationToken);
            file?.RequireKey(id);
            request["replaces"] = id;
        }

        var made = await session.SendAsync(
            () => api.CreateKeyAsync(request, cancellationToken),
            replaced is not null
                ? $"whether {replaced} was replaced is not known; `azureperf keys list` shows the new key, if there is one: nobody has it, "
                    + "so replace that one"
                : "whether the key was made is not known; `azureperf keys list` shows it, if there is one: nobody has it, so revoke it");
        var key = made.Value.Id;
        Give(
            session, file, made,
            replaced is not null
                ? $"nobody has key {key}, which replaced {replaced}: replace it, `azureperf keys create --replaces {key} --overlap-hours 0`"
                : $"nobody has key {key}, which was made: revoke it, `azureperf keys revoke {key}`");
        return made;
    }

    private static void Put(JsonObject request, string member, JsonNode? value)
    {
        if (value is not null)
        {
            request[member] = value;
        }
    }
}
