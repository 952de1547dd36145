using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;

namespace AzurePerf.Storage.Access;

/// <summary>Makes keys. The text of one is given back once and kept nowhere.</summary>
public sealed class KeyCreation(KeyStore keys, IIdSource ids, TimeProvider time)
{
    /// <summary>Who makes the first key: whoever has the control account.</summary>
    public const string ControlAccount = "control-account";

    /// <summary>Makes a key as it was asked for.</summary>
    /// <param name="request">What was validated before.</param>
    /// <param name="by">Who asks.</param>
    public async Task<(KeyCreationOutcome Outcome, AccessKey? Key, string Text)> CreateAsync(
        KeyRequest request, string by, CancellationToken cancellationToken)
    {
        while (true)
        {
            var now = time.GetUtcNow();
            var active = await keys.FindActiveAsync(now, cancellationToken);
            var replaced = active.Keys.FirstOrDefault(key => key.Id == request.Replaces);
            if (request.Replaces is not null && replaced is not { ReplacedBy: "" })
            {
                return (KeyCreationOutcome.NothingToReplace, null, "");
            }

            var (key, text) = Make(request.Name ?? replaced!.Name, request.Scope ?? replaced!.Scope, request.ExpiresInDays, by, now);
            if (active.Keys.Any(other => other.Name == key.Name && other.Name != replaced?.Name))
            {
                return (KeyCreationOutcome.NameTaken, null, "");
            }

            if (await keys.TryAddAsync(
                key, replaced is null ? null : Ending(replaced, key.Id, now.AddHours(request.OverlapHours)), active, cancellationToken))
            {
                return (KeyCreationOutcome.Created, key, text);
            }
        }
    }

    /// <summary>Makes a key for an administrator while no other one opens anything.</summary>
    public async Task<(KeyCreationOutcome Outcome, AccessKey? Key, string Text)> CreateFirstAsync(
        string name, int expiresInDays, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var active = await keys.FindActiveAsync(now, cancellationToken);
        var (key, text) = Make(name, AccessScope.Admin, expiresInDays, ControlAccount, now);
        return active.Keys.Count == 0 && await keys.TryAddAsync(key, null, active, cancellationToken)
            ? (KeyCreationOutcome.Created, key, text)
            : (KeyCreationOutcome.NotTheFirst, null, "");
    }

    private (AccessKey Key, string Text) Make(string name, AccessScope scope, int expiresInDays, string by, DateTimeOffset now)
    {
        var id = ids.NewId();
        var text = AccessKeyText.New(id);
        var key = new AccessKey
        {
            Id = id,
            Hash = AccessKeyText.HashOf(text),
            Name = name,
            Scope = scope,
            CreatedBy = by,
            CreatedAt = now,
            ExpiresAt = now.AddDays(expiresInDays),
        };
        return (key, text);
    }

    private static AccessKey Ending(AccessKey key, string successor, DateTimeOffset end) =>
        key with { ReplacedBy = successor, ExpiresAt = key.ExpiresAt < end ? key.ExpiresAt : end };
}

public enum KeyCreationOutcome
{
    Created,

    /// <summary>Another key that still opens something has the name.</summary>
    NameTaken,

    /// <summary>The key to be replaced does not exist or opens nothing any more.</summary>
    NothingToReplace,

    /// <summary>The first key was asked for, and there is one.</summary>
    NotTheFirst,
}
