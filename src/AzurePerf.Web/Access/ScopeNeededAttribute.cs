using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>What a caller of an address must be allowed to do, where that is not what its method says: GET reads, all else submits.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class ScopeNeededAttribute(AccessScope scope) : Attribute
{
    public AccessScope Scope { get; } = scope;
}
